from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pulumi_statushub as statushub

hub = statushub.Hub("acme", subdomain="acme")
api = statushub.Service("api", hub=hub, group_id=1, name="API", custom_id="api")

skipped = [date(2027, 1, 3)]

# Any Sunday on which it takes place.
day = date(2026, 12, 6)
while day < datetime.now(timezone.utc).date() or day in skipped:
    day += timedelta(days=14)

# 02:00, or 03:00 if clocks skip that.
start = datetime.combine(day, time(2), ZoneInfo("Europe/Berlin")).astimezone(timezone.utc)
statushub.Maintenance(
    f"patching-{day}",
    hub=hub,
    title="Patching",
    start_time=start.isoformat(),
    end_time=(start + timedelta(hours=2)).isoformat(),
    service_statuses=[{"service": api, "status": "degraded-performance"}],
)
