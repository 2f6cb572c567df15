# region firstSundayImports
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

# endregion
# region start
import pulumi
import pulumi_statushub as statushub

# endregion
# region Hub
hub = statushub.Hub("acme", subdomain="acme", name="Acme status")
pulumi.export("address", hub.subdomain)

# endregion
# region Service
api = statushub.Service("api", hub=hub, group_id=3, name="API", custom_id="api")
pulumi.export("token", api.token)

# endregion
# region IncidentTemplate
statushub.IncidentTemplate(
    "api-down",
    hub=hub,
    title="API is down",
    body="<p>We are looking into it.</p>",
    incident_type="investigating",
    labels=["api"],
    service_statuses=[{"service": api, "status": "down"}],
)

# endregion
# region MaintenanceTemplate
statushub.MaintenanceTemplate(
    "deploy",
    hub=hub,
    title="API upgrade",
    body="<p>We are updating the API. Requests may take a little longer.</p>",
    duration=45,
    labels=["api"],
    service_statuses=[{"service": api, "status": "degraded-performance"}],
)

# endregion
# region Subscription
statushub.Subscription(
    "on-call",
    hub=hub,
    method="slack",
    address=pulumi.Config().require_secret("slackUrl"),
    services=[api],
)

# endregion
# region Maintenance
statushub.Maintenance(
    "weekly-patching",
    hub=hub,
    title="Weekly patching",
    start_time="2027-11-07T02:00:00Z",
    end_time="2027-11-07T03:00:00Z",
    service_statuses=[{"service": api, "status": "degraded-performance"}],
    repeat={"interval": "weekly", "options": {"enabled_days": "sunday"}, "end_on": "2028-03-25T00:00:00Z"},
    notifications=[{"offset_in_min": -1440, "offset_type": "start"}],
)

# endregion
# region adopt
statushub.Service("shop", hub=hub, group_id=3, name="Shop", custom_id="shop", adopt=True)

# endregion
# region alias
statushub.Service(
    "checkout",
    hub=hub,
    group_id=3,
    name="Cards",
    custom_id="cards",
    opts=pulumi.ResourceOptions(aliases=[pulumi.Alias(name="payments")]),
)

# endregion
# region firstSunday
for month in [1, 2]:
    first = datetime(2028, month, 1, 3, tzinfo=ZoneInfo("Europe/Berlin"))
    start = first + timedelta(days=6 - first.weekday())
    end = start + timedelta(hours=2)
    statushub.Maintenance(
        f"backup-{start.date()}",
        hub=hub,
        title="Backup",
        start_time=start.astimezone(timezone.utc).isoformat(),
        end_time=end.astimezone(timezone.utc).isoformat(),
        service_statuses=[{"service": api, "status": "degraded-performance"}],
    )

# endregion
# region laterIncidents
statushub.IncidentTemplate(
    "api-found",
    hub=hub,
    title="API: cause found",
    incident_type="identified",
    service_statuses=[{"service": api, "status": "degraded-performance"}],
)
statushub.IncidentTemplate("api-up", hub=hub, title="API works again", incident_type="resolved")

# endregion
# region monitor
webhook = api.token.apply(lambda token: f"https://monitoring.example.com/{token}")
pulumi.export("webhook", webhook)

# endregion
# region getHub
other = statushub.get_hub_output(subdomain="globex")
pulumi.export("otherName", other.name)

# endregion
# region getService
web = statushub.get_service_output(hub="globex", custom_id="web")
pulumi.export("webId", web.id)

# endregion
# region getServices
platform = statushub.get_services_output(hub="globex", group_id=10)
pulumi.export("platformServices", platform.services)

# endregion
# region getIncidentTemplates
incidents = statushub.get_incident_templates_output(hub="globex", label="web")
pulumi.export("webIncidents", incidents.incident_templates)

# endregion
# region getMaintenanceTemplates
maintenances = statushub.get_maintenance_templates_output(hub="globex", label="web")
pulumi.export("webMaintenances", maintenances.maintenance_templates)
# endregion
