import accounts.models.people
import accounts.names
import accounts.zones
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_looks_of_names'),
        ('accounts', '0003_without_admin'),
        ('accounts', '0004_mail_mode_words'),
        ('accounts', '0005_stamps'),
        ('accounts', '0006_messages'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('until', models.DateTimeField()),
                ('owes_emails', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='BannedName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='DevEmail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sender', models.CharField(max_length=320)),
                ('recipients', models.TextField(help_text='one address per line')),
                ('subject', models.TextField(blank=True)),
                ('text', models.TextField(blank=True)),
                ('html', models.TextField(blank=True)),
                ('headers', models.JSONField(default=dict)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'This name is taken. Please choose another one.'}, max_length=24, unique=True, validators=[accounts.names.check_username], verbose_name='user name')),
                ('display_name', models.CharField(blank=True, max_length=40, validators=[accounts.names.check_display_name])),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.zones.check_zone])),
                ('language', models.CharField(default='en', max_length=10)),
                ('is_bot', models.BooleanField(default=False, help_text='one of our bots: the site plays for it')),
                ('is_guest', models.BooleanField(default=False, help_text='plays without an account, deleted when idle')),
                ('stamp', models.CharField(blank=True, help_text='drawing and colour (accounts/stamps.py), if chosen', max_length=24)),
                ('is_findable', models.BooleanField(default=True, verbose_name='other players can find me by name')),
                ('name_parts', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=3), default=list, editable=False, size=None)),
                ('look', models.CharField(db_index=True, default='', editable=False, help_text='of the user name', max_length=100)),
                ('reminder_email', models.EmailField(blank=True, editable=False, help_text='where a guest wants to be reminded', max_length=254)),
                ('reminder_confirmed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('last_seen_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('suspended_until', models.DateTimeField(blank=True, editable=False, help_text='the suspension ends by itself then', null=True)),
                ('muted_until', models.DateTimeField(blank=True, editable=False, help_text='can’t chat until then', null=True)),
                ('mail_mode', models.CharField(choices=[('auto', 'soon, but not often and not at night'), ('once', 'at once, one email for each thing'), ('quiet', 'collected, when nothing more has happened for a while'), ('daily', 'once a day, at an hour of my choice')], default='auto', max_length=5, verbose_name='when we email you')),
                ('mail_quiet_minutes', models.PositiveSmallIntegerField(default=15, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(240)], verbose_name='quiet minutes before we send')),
                ('mail_hour', models.PositiveSmallIntegerField(default=8, validators=[django.core.validators.MaxValueValidator(23)], verbose_name='hour of the day')),
                ('mail_turn', models.BooleanField(default=True, verbose_name='when it is my turn')),
                ('mail_reminder', models.BooleanField(default=True, verbose_name='reminders and the last call before my time runs out')),
                ('mail_events', models.BooleanField(default=True, verbose_name='when a match starts, ends, or moves on without me')),
                ('mail_live', models.BooleanField(default=False, verbose_name='also for live matches')),
                ('mail_bots', models.BooleanField(default=False, verbose_name='also for matches against bots only')),
                ('mail_announcements', models.BooleanField(default=True, verbose_name='announcements from the host')),
                ('mail_daily_limit', models.PositiveSmallIntegerField(default=50, validators=[django.core.validators.MaxValueValidator(500)])),
                ('mail_stopped', models.BooleanField(default=False, verbose_name='no emails about games at all')),
                ('mail_bounced_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('bot_owner', models.ForeignKey(blank=True, editable=False, help_text='whose bot this is', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bots', to=settings.AUTH_USER_MODEL)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'indexes': [
                    django.contrib.postgres.indexes.GinIndex(fields=['name_parts'], name='person_search'),
                    models.Index(models.F('id'), condition=models.Q(('is_active', False), ('bot_owner__isnull', False), _connector='OR'), name='person_unlisted'),
                    models.Index(models.F('muted_until'), condition=models.Q(('muted_until__isnull', False)), name='person_muted'),
                    models.Index(models.F('suspended_until'), condition=models.Q(('suspended_until__isnull', False)), name='person_readmitted'),
                ],
                'constraints': [
                    models.UniqueConstraint(django.db.models.functions.text.Upper('username'), name='person_name_once', violation_error_message='This name is taken. Please choose another one.'),
                    models.UniqueConstraint(django.db.models.functions.text.Upper('email'), condition=models.Q(('email', ''), _negated=True), name='person_email_once', violation_error_message='There is already an account with this email address.'),
                    models.CheckConstraint(condition=models.Q(('username__regex', '^[A-Za-z0-9_-]{2,24}$')), name='person_name_letters'),
                    models.CheckConstraint(condition=models.Q(('is_bot', False), models.Q(('email', ''), ('is_active', False)), _connector='OR'), name='bot_never_logs_in'),
                    models.CheckConstraint(condition=models.Q(('bot_owner', None), models.Q(('email', ''), ('is_bot', False), ('is_guest', False)), _connector='OR'), name='bot_of_somebody'),
                ],
                'verbose_name': 'person',
                'verbose_name_plural': 'people',
            },
            managers=[
                ('objects', accounts.models.people.PeopleManager()),
            ],
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('scopes', models.JSONField(default=list)),
                ('key_hash', models.CharField(max_length=64, unique=True)),
                ('mark', models.CharField(max_length=12)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
                ('whom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks_on', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('by', 'whom'), name='block_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='DeviceSession',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('account_id', models.BigIntegerField(null=True)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
                'indexes': [models.Index(models.F('account_id'), condition=models.Q(('account_id__isnull', False)), name='sessions_of')],
            },
        ),
        migrations.CreateModel(
            name='DirectMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('read_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('to', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(django.db.models.functions.comparison.Least('by', 'to'), django.db.models.functions.comparison.Greatest('by', 'to'), models.OrderBy(models.F('id'), descending=True), name='messages_of_pair'),
                    models.Index(models.F('by'), name='messages_by'),
                    models.Index(models.F('to'), name='messages_to'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
                ('whom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('by', 'whom'), name='follow_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('agreed_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='asked_to_be_friends', to=settings.AUTH_USER_MODEL)),
                ('to', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friend_requests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(django.db.models.functions.comparison.Least('by', 'to'), django.db.models.functions.comparison.Greatest('by', 'to'), name='friends_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MailRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(db_index=False)),
                ('is_live', models.BooleanField()),
                ('mode', models.CharField(choices=[('once', 'at once'), ('quiet', 'collected'), ('daily', 'once a day'), ('never', 'never')], max_length=5)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='mail_rules', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'slug', 'is_live'), name='mail_rule_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MailStop',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match_id', models.CharField(max_length=40)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='mail_stops', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'match_id'), name='mail_stop_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='OutgoingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='one email per key, ever; also its Message-ID', max_length=120, unique=True)),
                ('kind', models.CharField(max_length=40)),
                ('match_id', models.CharField(blank=True, max_length=40)),
                ('data', models.JSONField(default=dict)),
                ('status', models.CharField(choices=[('queued', 'waiting to be sent'), ('sent', 'sent'), ('skipped', 'not sent'), ('dead', 'could not be sent')], default='queued', max_length=8)),
                ('held_until', models.DateTimeField(blank=True, help_text='held until then, to go out with others', null=True)),
                ('bundle', models.CharField(blank=True, help_text='key of the email it was sent with', max_length=120)),
                ('reason', models.CharField(blank=True, help_text='why it was not sent, in words', max_length=300)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('is_unread', models.BooleanField(default=False, help_text='not read yet, shown under the bell')),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('next_try_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('next_try_at'), models.F('id'), condition=models.Q(('status', 'queued')), name='mail_due'),
                    models.Index(models.F('user'), models.OrderBy(models.F('id'), descending=True), name='mail_audit'),
                    models.Index(models.F('user'), models.F('created_at'), condition=models.Q(('status', 'queued')), name='mail_waiting'),
                    models.Index(models.F('user'), models.F('done_at'), condition=models.Q(('status', 'sent')), name='mail_sent_today'),
                    models.Index(models.F('user'), models.F('match_id'), condition=models.Q(('is_unread', True)), name='mail_unread'),
                    django.contrib.postgres.indexes.BrinIndex(models.F('created_at'), autosummarize=True, name='mail_written'),
                ],
                'verbose_name': 'outgoing email',
            },
        ),
        migrations.CreateModel(
            name='IncomingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='fingerprint of its Message-ID: so each is read only once', max_length=64, unique=True)),
                ('line', models.CharField(blank=True, help_text='the lines that were read', max_length=200)),
                ('outcome', models.CharField(default='received', max_length=20)),
                ('result', models.JSONField(default=dict, help_text='how we read it and what happened, for our reply')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('mail', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='accounts.outgoingmail')),
            ],
        ),
        migrations.CreateModel(
            name='PaceRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(db_index=False)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('conservative', models.FloatField(help_text='mu - 3 sigma: what the leaderboard is sorted by')),
                ('matches', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('pace', models.CharField(max_length=14)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('slug'), models.F('pace'), models.OrderBy(models.F('conservative'), descending=True), models.F('user'), condition=models.Q(('matches__gte', 5)), name='pace_leaderboard'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'slug', 'pace'), name='pace_rating_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(db_index=False)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('conservative', models.FloatField(help_text='mu - 3 sigma: what the leaderboard is sorted by')),
                ('matches', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('slug'), models.OrderBy(models.F('conservative'), descending=True), models.F('user'), condition=models.Q(('matches__gte', 5)), name='rating_leaderboard'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'slug'), name='rating_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RatingPoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(db_index=False)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_points', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('user'), models.OrderBy(models.F('id'), descending=True), name='rating_points_of'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StaffAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(choices=[('close', 'closed a table'), ('pause', 'paused a match'), ('abandon', 'abandoned a match'), ('retry', 'sent an email again'), ('drop', 'dropped an email'), ('read', 'read a reply'), ('announce', 'announced'), ('withdraw', 'withdrew an announcement'), ('suspend', 'suspended a person'), ('readmit', 'lifted a suspension'), ('mute', 'muted a person'), ('unmute', 'let a person chat again'), ('rename', 'banned a name'), ('delete', 'deleted words'), ('settle', 'settled a report'), ('hear', 'read an answer')], max_length=8)),
                ('match_id', models.CharField(blank=True, max_length=40)),
                ('mail_key', models.CharField(blank=True, max_length=120)),
                ('words', models.CharField(blank=True, max_length=1000)),
                ('quote', models.CharField(blank=True, max_length=500)),
                ('until', models.DateTimeField(null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answer', models.CharField(blank=True, max_length=1000)),
                ('answered_at', models.DateTimeField(null=True)),
                ('heard_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('answered_at'), condition=models.Q(('answered_at__isnull', False), ('heard_at__isnull', True)), name='staff_act_answered'),
                ],
            },
        ),
    ]
