import django.db.models.deletion
import django.utils.timezone
import games.models.matches
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('clubs', '0001_initial'),
        ('clubs', '0002_chat_and_standing_dates'),
    ]

    initial = True

    dependencies = [
        ('games', '0001_squashed'),
        ('tournaments', '0001_squashed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Group',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('token', models.CharField(default=games.models.matches.new_token, max_length=22, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='GroupTournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tournaments', to='clubs.group')),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='GroupLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('group', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='clubs.group')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(models.F('group'), models.OrderBy(models.F('id'), descending=True), name='group_chat')],
            },
        ),
        migrations.CreateModel(
            name='GroupTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='clubs.group')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.match')),
            ],
            options={
                'indexes': [models.Index(models.F('group'), models.OrderBy(models.F('match'), descending=True), name='group_tables')],
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('is_told', models.BooleanField(default=True, help_text='hears about new tables')),
                ('group', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='clubs.group')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('group', 'user'), name='member_once')],
            },
        ),
        migrations.CreateModel(
            name='StandingDate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(db_index=False)),
                ('seats', models.PositiveSmallIntegerField(help_text='most players')),
                ('pace', models.CharField(choices=[('live', 'live'), ('correspondence', 'correspondence')], max_length=14)),
                ('move_seconds', models.PositiveIntegerField()),
                ('bank_seconds', models.PositiveIntegerField()),
                ('starts_at', models.DateTimeField(null=True)),
                ('zone', models.CharField(default='UTC', help_text='in which the hour stays the same', max_length=64)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dates', to='clubs.group')),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.match')),
            ],
            options={
                'indexes': [models.Index(models.F('starts_at'), condition=models.Q(('starts_at__isnull', False)), name='group_dates_due')],
            },
        ),
    ]
