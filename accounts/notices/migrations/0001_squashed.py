import accounts.notices.models
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('notices', '0001_initial'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Channel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('json', 'Plain JSON'), ('discord', 'Discord'), ('slack', 'Slack'), ('device', 'Device')], max_length=8)),
                ('name', models.CharField(max_length=60)),
                ('url', models.CharField(max_length=1000)),
                ('secrets', models.JSONField(default=dict)),
                ('events', models.CharField(choices=[('turns', 'only when it is my turn'), ('all', 'everything I get emails about')], default='all', max_length=5)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_ok_at', models.DateTimeField(null=True)),
                ('failing_since', models.DateTimeField(null=True)),
                ('trouble', models.CharField(blank=True, max_length=200)),
                ('off_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='channels', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(models.F('user'), django.db.models.functions.text.MD5('url'), name='channel_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='FeedKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(default=accounts.notices.models.new_secret, max_length=40)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='feed_key', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120)),
                ('kind', models.CharField(max_length=40)),
                ('data', models.JSONField(default=dict)),
                ('status', models.CharField(choices=[('queued', 'waiting to be sent'), ('sent', 'sent'), ('skipped', 'not sent'), ('dead', 'could not be sent')], default='queued', max_length=8)),
                ('title', models.CharField(blank=True, max_length=200)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('next_try_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done_at', models.DateTimeField(null=True)),
                ('channel', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='notices.channel')),
            ],
            options={
                'indexes': [
                    models.Index(models.F('next_try_at'), models.F('id'), condition=models.Q(('status', 'queued')), name='notice_due'),
                    models.Index(models.F('channel'), models.OrderBy(models.F('id'), descending=True), name='notice_of'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('channel', 'key'), name='notice_once'),
                ],
            },
        ),
    ]
