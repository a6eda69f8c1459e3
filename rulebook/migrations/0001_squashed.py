import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('rulebook', '0001_initial'),
        ('rulebook', '0002_asked_questions'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Page',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.CharField(blank=True, max_length=50)),
                ('version', models.PositiveSmallIntegerField(default=1)),
                ('name', models.CharField(max_length=50)),
                ('position', models.PositiveSmallIntegerField()),
                ('title', models.CharField(max_length=120)),
                ('description', models.CharField(blank=True, max_length=200)),
                ('html', models.TextField()),
                ('toc', models.JSONField()),
                ('cards', models.JSONField(default=list)),
                ('is_current', models.BooleanField(default=True)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('updated_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['slug', 'position'],
                'constraints': [models.UniqueConstraint(fields=('slug', 'version', 'name'), name='one_page_of_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Section',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('anchor', models.CharField(blank=True, max_length=120)),
                ('heading', models.CharField(blank=True, max_length=200)),
                ('clause', models.CharField(blank=True, db_index=True, max_length=20)),
                ('kind', models.CharField(default='text', max_length=4)),
                ('title', models.CharField(blank=True, max_length=200)),
                ('text', models.TextField(blank=True)),
                ('asked', models.TextField(blank=True)),
                ('vector', models.GeneratedField(db_persist=True, expression=django.contrib.postgres.search.CombinedSearchVector(django.contrib.postgres.search.CombinedSearchVector(django.contrib.postgres.search.CombinedSearchVector(django.contrib.postgres.search.SearchVector('title', 'asked', config='english', weight='A'), '||', django.contrib.postgres.search.SearchVector('text', config='english', weight='B'), django.contrib.postgres.search.SearchConfig('english')), '||', django.contrib.postgres.search.SearchVector('heading', config='english', weight='C'), django.contrib.postgres.search.SearchConfig('english')), '||', django.contrib.postgres.search.SearchVector('title', 'asked', 'text', config='simple', weight='D'), django.contrib.postgres.search.SearchConfig('english')), output_field=django.contrib.postgres.search.SearchVectorField())),
                ('page', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='rulebook.page')),
            ],
            options={
                'ordering': ['page', 'position'],
                'indexes': [django.contrib.postgres.indexes.GinIndex(fields=['vector'], name='section_vector')],
            },
        ),
    ]
