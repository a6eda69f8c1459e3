"""Django settings. Everything that differs between machines comes from the environment; docs/hosting.md lists it."""

import gc
import os
from datetime import timedelta
from pathlib import Path

from config import env, sentry
from config.embedded import servers

gc.disable()  # until all apps are loaded (config/apps.py): collections during start-up free nothing

BASE_DIR = Path(__file__).resolve().parent.parent
EMBEDDED = servers.addresses(BASE_DIR)  # URLs of the servers that `manage.py up` starts

DATABASE_URL = os.environ.get("DATABASE_URL") or EMBEDDED.database
REDIS_URL = os.environ.get("REDIS_URL") or EMBEDDED.redis
IS_EMBEDDED = not os.environ.get("DATABASE_URL")

DEBUG = env.flag("PLAYPOST_DEBUG", IS_EMBEDDED)
SECRET_KEY = os.environ.get("PLAYPOST_SECRET_KEY") or servers.secret_key(BASE_DIR, required=not DEBUG)
SECRET_KEY_FALLBACKS = env.words("PLAYPOST_OLD_SECRET_KEYS")
SITE_URL = env.text("PLAYPOST_URL", env.SITE, f"http://localhost:{env.number('PLAYPOST_PORT', 8000)}").rstrip("/")
IS_SECURE = SITE_URL.startswith("https://")
HOSTS = env.text("PLAYPOST_HOSTS", env.HOSTS, "localhost, 127.0.0.1, [::1]" if DEBUG else "")
ALLOWED_HOSTS = HOSTS.replace(",", " ").split() or [SITE_URL.split("//")[1].split(":")[0]]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
TEST_PREFIX = os.environ.get("PYTEST_XDIST_WORKER", "")  # lets parallel test processes share one Valkey

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "django.forms",
    "channels",
    "django_htmx",
    "oauth2_provider",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "accounts.notices",
    "games",
    "games.tournaments",
    "games.groups",
    "rulebook",
    "config",
]

MIDDLEWARE = [
    "config.health.middleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.security.content_security_policy",
    "config.security.ask_mail_services",
    "config.security.LimitBodySize",
    "config.security.RefuseNul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.login.middleware.person",
    "games.views.search_limits.LimitRequests",
]
if DEBUG:
    MIDDLEWARE.append("config.debug_pages.LocalDebugPages")

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
SOCKET_URLS = "games.sockets.routing.websocket_urlpatterns"
HTTP_LAYERS = [  # ASGI middleware around Django, innermost first
    "games.api.token_moves.with_moves",
    "config.static_bundles.with_static_files",
]
PRELOAD = "games.titles.load_all"
PRELOAD_IN_BACKGROUND = "games.live_templates.read_all"

TEMPLATES = [
    # Searched in this order.
    {
        "NAME": "django",
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "config.templates.KeepingLoader",
                    ["config.templates.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "builtins": ["games.templatetags.icons"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.security.csp_nonce",
                "games.context_processors.site",
            ],
        },
    },
    {
        # Fragments sent over sockets many times a second: Jinja2 compiles them, about six times as fast as Django's.
        "NAME": "live",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "live", BASE_DIR / "games" / "titles"],
        "OPTIONS": {"environment": "games.live_templates.environment"},
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {"default": env.database(DATABASE_URL)}
DATABASES["default"]["OPTIONS"]["pool"] = {
    "min_size": 1,
    "max_size": max(1, env.number("PLAYPOST_DB_POOL", 8)),
    "timeout": 10,
}
DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", "5")
DATABASES["default"]["OPTIONS"].setdefault("tcp_user_timeout", "10000")  # milliseconds; a host that stopped responding
if seconds := env.number("PLAYPOST_STATEMENT_SECONDS", 0):  # set by config.web: no page waits longer for a statement
    known = DATABASES["default"]["OPTIONS"].get("options", "")
    DATABASES["default"]["OPTIONS"]["options"] = f"{known} -c statement_timeout={seconds}s".strip()
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # after a database restart no page gets a dead connection
# Repeated statements become server-side prepared statements: half of PostgreSQL's work for a move is planning. A
# transaction pooler must support them (PgBouncer does since 1.21); otherwise set this to 0.
DATABASES["default"]["OPTIONS"]["server_side_binding"] = True
DATABASES["default"]["OPTIONS"]["prepare_threshold"] = env.number("PLAYPOST_DB_PREPARE", 3) or None
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {
        "BACKEND": "config.cache.ResilientCache",
        "LOCATION": env.redis_url(REDIS_URL, 1),
        "KEY_PREFIX": f"playpost{TEST_PREFIX}",
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "games.sockets.channel_layer.TableLayer",
        # RESP2: published messages are parsed in three quarters of the time that RESP3 takes.
        "CONFIG": {
            "hosts": [{"address": env.redis_url(REDIS_URL, 0), "protocol": 2}],
            "prefix": f"playpost{TEST_PREFIX}",
        },
    }
}
# Sessions are in PostgreSQL, because Valkey may be emptied at any time.
SESSION_ENGINE = "accounts.login.session_store"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_SECURE
SESSION_COOKIE_AGE = 90 * 24 * 3600

CELERY_BROKER_URL = env.celery_url(REDIS_URL, 2)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY = False  # a move must not wait for a broker that is down; the sweep wakes bots, too
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "global_keyprefix": f"playpost{TEST_PREFIX}",
    "socket_connect_timeout": 1,
    "socket_timeout": 2,  # for a broker that hangs; a worker polls every second, so an idle one does not time out
    # For publishing tasks only; a worker that loses the broker reconnects by its own settings.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.login.backend.Backend"]
PASSWORD_HASHERS = ["accounts.login.passwords.SmallArgon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
if DEBUG and env.flag("PLAYPOST_TESTING"):  # set by tests/services.py: Argon2 takes 20 ms per test user
    PASSWORD_HASHERS.insert(0, "django.contrib.auth.hashers.MD5PasswordHasher")
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"accounts.login.passwords.{name}"} for name in ("NotMyName", "LongEnough", "NotCommon")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupExtras"
ACCOUNT_ADAPTER = "accounts.login.adapter.Adapter"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True  # lets people correct a mistyped address
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60  # seconds for which a password entered again counts
ACCOUNT_FORMS = {
    "login": "accounts.login.auth_forms.Login",
    "signup": "accounts.login.auth_forms.Signup",
    "add_email": "accounts.login.auth_forms.AddEmail",
    "change_password": "accounts.login.auth_forms.ChangePassword",
    "set_password": "accounts.login.auth_forms.SetPassword",
    "reset_password": "accounts.login.auth_forms.ResetPassword",
    "reset_password_from_key": "accounts.login.auth_forms.ResetPasswordFromKey",
    "reauthenticate": "accounts.login.auth_forms.Reauthenticate",
    "confirm_email_verification_code": "accounts.login.auth_forms.ConfirmEmailCode",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if IS_SECURE else "http"
HAS_MODEL_GAMES = env.flag("PLAYPOST_MODEL_GAMES")
IS_AUTHOR = DEBUG and env.flag("PLAYPOST_AUTHOR")  # set by manage.py author: pages reload after each change
HAS_RATE_LIMITS = env.flag("PLAYPOST_RATE_LIMITS", True)
# allauth's own limits, counted in Valkey. accounts.login.throttle limits guesses at one account.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"login_failed": "10/m/ip"} if HAS_RATE_LIMITS else False
MFA_ADAPTER = "accounts.login.second_factor.Adapter"
MFA_FORMS = {
    "authenticate": "accounts.login.auth_forms.CodeForm",
    "reauthenticate": "accounts.login.auth_forms.CodeAgain",
    "activate_totp": "accounts.login.auth_forms.ActivateTotp",
    "add_webauthn": "accounts.login.auth_forms.AddKey",
    "edit_webauthn": "accounts.login.auth_forms.RenameKey",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not IS_SECURE
MFA_TOTP_ISSUER = "Playpost"
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("PLAYPOST_PROXIES", 0)

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("PLAYPOST_STATIC") or servers.var_dir(BASE_DIR, create=False) / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "games.static_finders.TitleFinder",
]
# Collected files are compressed and have a content hash in their name; `manage.py up` collects them at each start.
COLLECTED = env.flag("PLAYPOST_COLLECTED", not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static_bundles.CollectedFiles"
        if COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

OUTBOX_FOR_OTHERS = env.flag("PLAYPOST_OUTBOX")  # set by `manage.py up --host`, where debug is off
DEFAULT_FROM_EMAIL = env.text("PLAYPOST_MAIL_FROM", env.SENDER, "Playpost <post@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Without a mail service, emails are stored in the database and shown at /dev/outbox/.
EMAIL_BACKEND = os.environ.get("PLAYPOST_MAIL_BACKEND") or "accounts.mail.dev_outbox.DevOutboxBackend"
EMAIL_HOST = os.environ.get("PLAYPOST_SMTP_HOST") or "localhost"
EMAIL_PORT = env.number("PLAYPOST_SMTP_PORT", 25)
EMAIL_HOST_USER = os.environ.get("PLAYPOST_SMTP_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("PLAYPOST_SMTP_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465  # TLS from the start
EMAIL_USE_TLS = env.flag("PLAYPOST_SMTP_TLS") and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 20
# The address for replies to emails: reply@in.example.org becomes reply+TOKEN@in.example.org. Empty: no play by reply.
REPLY_ADDRESS = env.text("PLAYPOST_REPLY_TO", env.ADDRESS, "reply@localhost" if "dev_outbox" in EMAIL_BACKEND else "")
# Where we receive replies and bounces ourselves: smtp://0.0.0.0:25 or, behind Postfix, lmtp://127.0.0.1:2424.
MAIL_DOOR = env.text("PLAYPOST_INBOUND", env.LISTENER)
HAS_VERP = bool(MAIL_DOOR) and env.flag("PLAYPOST_VERP", True)  # each email has its own envelope sender, for bounces
ANYMAIL = {key.removeprefix("ANYMAIL_"): value for key, value in os.environ.items() if key.startswith("ANYMAIL_")}

# Seconds before "your turn" is sent. Players who are at the table have moved by then and get no email.
MAIL_DELAY = env.number("PLAYPOST_MAIL_DELAY", 20)
# Emails wait for the morning and for each other (accounts/mail/quiet.py). Off while you develop.
MAIL_IS_QUIET = env.flag("PLAYPOST_MAIL_QUIET", not DEBUG)
NOTICE_PATIENCE = timedelta(hours=24)  # a webhook or device that fails for this long is switched off
MAX_BODY = 64 * 1024  # bytes, of a request body or a socket message
MAX_UPLOAD = 2 * 1024 * 1024  # bytes, for the view that takes records
# Mail services post whole emails with their attachments. Only they may: config.security.LimitBodySize runs before.
DATA_UPLOAD_MAX_MEMORY_SIZE = 25 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# W005, W021: only the owner of the domain knows whether all its subdomains use HTTPS. W008: the proxy redirects.
# oauth2_provider.W008: a native app listens on localhost without HTTPS (RFC 8252).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021", "oauth2_provider.W008"]
SECURE_HSTS_SECONDS = 730 * 24 * 3600 if IS_SECURE else 0
DEFAULT_EXCEPTION_REPORTER = "config.error_reporting.Reporter"  # no variables, not even on a development site

# The host's own texts for /about/privacy/ and so on; missing ones have a default (config.host_pages).
PAGES = Path(os.environ.get("PLAYPOST_PAGES") or servers.var_dir(BASE_DIR, create=False) / "pages")
METRICS_TOKEN = os.environ.get("PLAYPOST_METRICS_TOKEN", "")  # without it /metrics does not exist
LOG_FORMAT = env.text("PLAYPOST_LOG", ("json|text", "json or text"), "text")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "config.logs.PlainFormatter", "format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "json": {"()": "config.logs.JsonFormatter", "format": "%(message)s"},
    },
    "filters": {
        "no_4xx": {"()": "django.utils.log.CallbackFilter", "callback": "ext://config.logs.is_not_client_error"},
        "as_warning": {"()": "django.utils.log.CallbackFilter", "callback": "ext://config.logs.as_warning"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT},
        "errors": {"class": "config.logs.ErrorList"},
    },
    "root": {"handlers": ["stderr", "errors"], "level": "WARNING"},
    # Django's own handlers would log exception messages before ours can remove them.
    "loggers": {
        "playpost": {"level": "INFO"},
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"filters": ["no_4xx"], "level": "WARNING"},
        "django.security.DisallowedHost": {"filters": ["as_warning"]},
    },
}
sentry.start(os.environ.get("SENTRY_DSN", ""))

API_SCOPES = {  # what personal tokens and third-party apps may do
    "read": "see your games, decisions, results and notes",
    "play": "make moves in your name",
    "chat": "write in the chat in your name",
    "tables": "open, join and leave tables, answer invitations",
}
# Third-party apps: authorization code with PKCE (S256) only; hashed tokens; reusing a refresh token revokes them all.
OAUTH2_PROVIDER = {
    "SCOPES": API_SCOPES,
    "OAUTH2_VALIDATOR_CLASS": "accounts.oauth_validator.Validator",
    "DEFAULT_SCOPES": ["read"],
    "ACCESS_TOKEN_EXPIRE_SECONDS": 24 * 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 3600,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "PKCE_REQUIRED": True,
    "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
}
