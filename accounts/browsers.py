"""Reads a browser's name from its User-Agent header, for the list of devices."""

# The first match counts: the User-Agent of Edge, for example, also contains "Chrome" and "Safari".
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Mac OS", "Mac"), ("Linux", "Linux")),
)


def browser_name(agent: str) -> str:
    """ "Firefox on Windows", or as much of it as the header tells. Nothing else in the header is stored."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "A browser")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return f"{browser} on {system}" if system else browser
