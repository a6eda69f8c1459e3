import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.utils.timezone
import games.models.matches
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('games', '0001_initial'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed'),
        # Nothing here needs them. But their changes take five times as long when Django also has to model our tables.
        ('mfa', '0003_authenticator_type_uniq'),
        ('oauth2_provider', '0022_refreshtoken_token_family_index'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Habit',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='habit', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('hours', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=24)),
            ],
        ),
        migrations.CreateModel(
            name='SweepHeartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('counted', models.BigIntegerField(default=0, help_text='last record counted for habits')),
            ],
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(db_index=False)),
                ('seat_count', models.PositiveSmallIntegerField()),
                ('options', models.JSONField(default=dict)),
                ('pace', models.CharField(choices=[('live', 'live'), ('correspondence', 'correspondence')], max_length=14)),
                ('move_seconds', models.PositiveIntegerField(help_text='seconds for each decision')),
                ('bank_seconds', models.PositiveIntegerField(default=0, help_text='seconds that each seat has in reserve')),
                ('is_rated', models.BooleanField(default=True)),
                ('is_public', models.BooleanField(default=True)),
                ('is_lesson', models.BooleanField(default=False, help_text='the tutorial of its game: its deal and its lessons')),
                ('token', models.CharField(default=games.models.matches.new_token, max_length=22, unique=True)),
                ('status', models.CharField(choices=[('open', 'waiting for players'), ('running', 'running'), ('over', 'over'), ('cancelled', 'called off')], default='open', max_length=10)),
                ('commitment', models.CharField(blank=True, help_text='to `secret`; public as soon as the table opens', max_length=64)),
                ('secret', models.CharField(blank=True, editable=False, help_text="the server's part of the seed", max_length=32)),
                ('numbers', models.JSONField(default=list, editable=False, help_text='what browsers have added to the seed, as it came; never taken out')),
                ('seals', models.JSONField(default=dict, editable=False, help_text='of all numbers, opened or not: whose browser sent them; never taken out')),
                ('starts_by', models.DateTimeField(editable=False, help_text='of a full table that waits for numbers to be opened', null=True)),
                ('position', models.TextField(blank=True, editable=False)),
                ('version', models.PositiveIntegerField(default=0, help_text='grows with each change that somebody may see')),
                ('live_play', models.JSONField(editable=False, help_text='while a correspondence table plays live: matches.loaded.LivePlay', null=True)),
                ('paused_clocks', models.JSONField(default=dict, editable=False, help_text='while a decision interrupts others: matches.loaded.PausedClock, by key')),
                ('revision', models.PositiveIntegerField(default=0, help_text='grows with each write; never leaves the server')),
                ('request_key', models.CharField(blank=True, editable=False, help_text='so a request by API can’t open a second table', max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pointed', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.match')),
            ],
            options={
                'indexes': [
                    models.Index(models.F('slug'), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('is_public', True), ('status', 'open')), name='table_open'),
                    models.Index(models.OrderBy(models.F('id'), descending=True), condition=models.Q(('is_public', True), ('status', 'open')), name='table_open_all'),
                    models.Index(condition=models.Q(('is_public', True), ('status', 'running')), fields=['-id'], include=('slug', 'pace', 'seat_count', 'is_rated'), name='match_to_watch'),
                    models.Index(condition=models.Q(('is_public', True), ('status', 'over')), fields=['-ended_at'], include=('id', 'slug', 'pace', 'seat_count', 'is_rated'), name='match_ended'),
                    models.Index(models.F('created_at'), condition=models.Q(('status', 'open')), name='table_stale'),
                    models.Index(models.F('owner'), condition=models.Q(('status', 'open')), name='table_owner'),
                    models.Index(models.F('starts_by'), condition=models.Q(('starts_by__isnull', False)), name='table_starts'),
                    models.Index(models.F('started_at'), condition=models.Q(('live_play__isnull', False)), name='match_live_now'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('request_key', ''), _negated=True), fields=('owner', 'request_key'), name='table_once_for_a_request'),
                ],
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='LostSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('costs_nothing', models.BooleanField(default=False, help_text='a substitute, or left before moving (PLAY-21)')),
                ('until', models.PositiveIntegerField(default=0, help_text='number of the last record while this person sat there')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lost_seats', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lost_seats', to='games.match')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'user'), name='absent_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.match')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'user'), name='invited_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='EmailInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='email_invitations', to='games.match')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'address'), name='address_invited_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('spectators_only', models.BooleanField(default=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chat', to='games.match')),
            ],
            options={
                'indexes': [
                    models.Index(models.F('match'), models.OrderBy(models.F('id'), descending=True), name='chat_of'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MatchLength',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(db_index=False)),
                ('seat_count', models.PositiveSmallIntegerField()),
                ('answers', models.PositiveIntegerField()),
                ('matches', models.PositiveIntegerField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('slug', 'seat_count'), name='length_once')],
            },
        ),
        migrations.CreateModel(
            name='MoveRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('version', models.PositiveIntegerField(help_text="the match's version after it")),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('decision', models.CharField(blank=True, max_length=60)),
                ('move', models.TextField(blank=True, help_text='JSON of kernel.types.Move')),
                ('drop', models.CharField(blank=True, max_length=8)),
                ('is_order', models.BooleanField(default=False)),
                ('by', models.CharField(help_text='web, live, mail, api, bot, clock, order, start or note', max_length=6)),
                ('fingerprint', models.CharField(blank=True, help_text='fingerprint of what was sent', max_length=16)),
                ('at', models.DateTimeField()),
                ('events', models.TextField(default='[]', help_text='JSON list of kernel.types.Event')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='records', to='games.match')),
                ('user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    django.contrib.postgres.indexes.BrinIndex(models.F('at'), autosummarize=True, name='record_day'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'number'), name='record_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='OpenDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('key', models.CharField(max_length=60)),
                ('pace', models.CharField(max_length=10)),
                ('prompt', models.CharField(max_length=300)),
                ('is_bot', models.BooleanField(default=False)),
                ('asked_at', models.DateTimeField()),
                ('drains_at', models.DateTimeField(help_text='from then on the reserve runs down', null=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('remind_at', models.DateTimeField(null=True)),
                ('excused_at', models.DateTimeField(help_text='moved once because its email bounced', null=True)),
                ('reminded', models.PositiveSmallIntegerField(default=0, help_text='how many reminders were sent')),
                ('answered_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='open_decisions', to='games.match')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('due_at'), condition=models.Q(('answered_at__isnull', True)), name='decision_due'),
                    models.Index(models.F('remind_at'), condition=models.Q(('answered_at__isnull', True)), name='decision_remind'),
                    models.Index(models.F('user'), models.F('due_at'), condition=models.Q(('answered_at__isnull', True)), name='decision_of'),
                    models.Index(models.F('asked_at'), condition=models.Q(('answered_at__isnull', True), ('is_bot', True)), name='decision_bot'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'key'), name='decision_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Pause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pauses', to='games.match')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'starts_at'), name='pause_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pause', 'a pause'), ('time', 'more time'), ('undo', 'to take a move back'), ('live', 'to play live now')], max_length=5)),
                ('seat', models.PositiveSmallIntegerField()),
                ('amount', models.PositiveIntegerField(default=0)),
                ('decision', models.CharField(blank=True, max_length=60)),
                ('version', models.PositiveIntegerField(default=0)),
                ('agreed', models.JSONField(default=list, help_text='ids of those who have agreed so far')),
                ('asked_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('outcome', models.CharField(blank=True, choices=[('agreed', 'agreed'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('lapsed', 'lapsed')], max_length=9)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='games.match')),
            ],
            options={
                'indexes': [
                    models.Index(models.F('match'), models.OrderBy(models.F('id'), descending=True), name='proposal_of'),
                ],
                'constraints': [
                    models.UniqueConstraint(models.F('match'), condition=models.Q(('outcome', '')), name='one_proposal_at_a_time'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('is_deleted', models.BooleanField(default=False)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('line', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.chatline')),
                ('match', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.match')),
            ],
            options={
                'indexes': [
                    models.Index(models.F('at'), condition=models.Q(('settled_at__isnull', True)), name='report_open'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'by', 'text'), name='report_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('bank_left', models.FloatField(default=0, help_text='seconds')),
                ('misses', models.PositiveSmallIntegerField(default=0, help_text='missed turns in a row')),
                ('left_reason', models.CharField(blank=True, max_length=8)),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('strength', models.CharField(default='house', help_text='of a bot: easy, house or strong', max_length=6)),
                ('seat_request', models.CharField(blank=True, help_text='the seat they asked for in the waiting room', max_length=40)),
                ('was_away', models.BooleanField(default=False, help_text='the match began while this player was not on the site')),
                ('last_word', models.CharField(blank=True, help_text='one line after the end', max_length=140)),
                ('rating_before', models.IntegerField(blank=True, help_text='as shown before a rated match ended', null=True)),
                ('rating_after', models.IntegerField(blank=True, help_text='as shown after it', null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.match')),
                ('user', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('user'), models.OrderBy(models.F('match'), descending=True), condition=models.Q(('user__isnull', False)), name='seat_of'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'number'), name='seat_once'),
                    models.UniqueConstraint(fields=('match', 'user'), name='person_once_at_a_table'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('position', models.BinaryField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='games.match')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'version'), name='snapshot_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Substitute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(db_index=False)),
                ('served_at', models.DateTimeField(blank=True, help_text='when they last took over a seat', null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='steps_in_for', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('slug'), models.F('served_at'), name='willing_next'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'slug'), name='willing_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_day', models.DateField()),
                ('last_day', models.DateField()),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('booked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(models.F('user'), models.F('ends_at'), name='vacation_of'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('first_day__lte', models.F('last_day'))), name='vacation_order'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Visit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=0, help_text="the newest version that was on this person's screen")),
                ('said', models.PositiveBigIntegerField(default=0, help_text='the newest line of chat that was read')),
                ('muted', models.JSONField(default=list, help_text='ids of people whose chat is hidden at this table')),
                ('notes', models.CharField(blank=True, max_length=4000)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='visits', to='games.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'user'), name='visit_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='WakingHours',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('zone', models.CharField(max_length=64)),
                ('week', models.JSONField(default=list)),
                ('days_off', models.JSONField(default=list, help_text='dates without a waking hour')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='waking_hours', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'since'), name='hours_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='AnswerTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('live', 'live'), ('correspondence', 'correspondence')], max_length=14)),
                ('seconds', models.FloatField()),
                ('answers', models.PositiveIntegerField()),
                ('missed', models.PositiveIntegerField(default=0, help_text='turns the clock played in that time')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'pace'), name='answer_time_once')],
            },
        ),
    ]
