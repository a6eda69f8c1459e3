import django.db.models.deletion
import django.utils.timezone
import games.models.matches
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('tournaments', '0001_initial'),
        ('tournaments', '0002_text_and_privacy'),
    ]

    initial = True

    dependencies = [
        ('games', '0001_squashed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('slug', models.SlugField(db_index=False)),
                ('format', models.CharField(choices=[('swiss', 'Swiss'), ('pools', 'Round robin in pools'), ('knockout', 'Knockout')], default='swiss', max_length=8)),
                ('seats', models.PositiveSmallIntegerField(help_text='players at a usual table')),
                ('rounds', models.PositiveSmallIntegerField(default=4, help_text='of a Swiss tournament')),
                ('most', models.PositiveSmallIntegerField(default=64, help_text='places')),
                ('preset', models.CharField(blank=True, help_text="number of the game's preset", max_length=3)),
                ('move_seconds', models.PositiveIntegerField()),
                ('bank_seconds', models.PositiveIntegerField()),
                ('is_rated', models.BooleanField(default=True)),
                ('text', models.TextField(blank=True, help_text='what the organiser wants to say', max_length=2000)),
                ('is_private', models.BooleanField(default=False, help_text='only people with the link find it')),
                ('token', models.CharField(default=games.models.matches.new_token, max_length=22)),
                ('status', models.CharField(choices=[('open', 'open for registration'), ('running', 'running'), ('over', 'over'), ('cancelled', 'cancelled')], default='open', max_length=9)),
                ('round', models.PositiveSmallIntegerField(default=0)),
                ('starts_at', models.DateTimeField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(null=True)),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('status'), models.OrderBy(models.F('id'), descending=True), name='tournament_list'),
                    models.Index(models.F('starts_at'), condition=models.Q(('status', 'open')), name='tournament_due'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('number', models.PositiveSmallIntegerField()),
                ('sent', models.JSONField(default=list)),
                ('ended_at', models.DateTimeField(null=True)),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tournament_table', to='games.match')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.tournament')),
            ],
            options={
                'indexes': [
                    models.Index(models.F('match'), condition=models.Q(('ended_at__isnull', True)), name='table_to_score'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'round', 'number'), name='table_number_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.PositiveSmallIntegerField(default=0)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('dropped_at', models.DateTimeField(null=True)),
                ('place', models.PositiveSmallIntegerField(help_text='at the end', null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='tournaments.tournament')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'user'), name='entrant_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('rank', models.PositiveSmallIntegerField(null=True)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.entrant')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'seat'), name='place_once')],
            },
        ),
    ]
