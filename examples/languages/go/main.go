// region start
package main

import (
	// endregion
	// region firstSundayImports
	"time"

	// endregion
	// region start
	"pulumi-statushub/sdk/go/statushub"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	// endregion
	// region SubscriptionImports
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	// endregion
	// region start
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// endregion
		// region Hub
		hub, err := statushub.NewHub(ctx, "acme", &statushub.HubArgs{
			Subdomain: pulumi.String("acme"),
			Name:      pulumi.String("Acme status"),
		})
		if err != nil {
			return err
		}
		ctx.Export("address", hub.Subdomain)

		// endregion
		// region Service
		api, err := statushub.NewService(ctx, "api", &statushub.ServiceArgs{
			Hub:      hub,
			GroupId:  pulumi.Int(3),
			Name:     pulumi.String("API"),
			CustomId: pulumi.String("api"),
		})
		if err != nil {
			return err
		}
		ctx.Export("token", api.Token)

		// endregion
		// region IncidentTemplate
		_, err = statushub.NewIncidentTemplate(ctx, "api-down", &statushub.IncidentTemplateArgs{
			Hub:          hub,
			Title:        pulumi.String("API is down"),
			Body:         pulumi.String("<p>We are looking into it.</p>"),
			IncidentType: statushub.IncidentTypeInvestigating,
			Labels:       pulumi.StringArray{pulumi.String("api")},
			ServiceStatuses: statushub.ServiceStatusArray{
				&statushub.ServiceStatusArgs{Service: api, Status: statushub.ServiceStatusNameDown},
			},
		})
		if err != nil {
			return err
		}

		// endregion
		// region MaintenanceTemplate
		_, err = statushub.NewMaintenanceTemplate(ctx, "deploy", &statushub.MaintenanceTemplateArgs{
			Hub:      hub,
			Title:    pulumi.String("API upgrade"),
			Body:     pulumi.String("<p>We are updating the API. Requests may take a little longer.</p>"),
			Duration: pulumi.Int(45),
			Labels:   pulumi.StringArray{pulumi.String("api")},
			ServiceStatuses: statushub.ServiceStatusArray{
				&statushub.ServiceStatusArgs{Service: api, Status: statushub.ServiceStatusNameDegradedPerformance},
			},
		})
		if err != nil {
			return err
		}

		// endregion
		// region Subscription
		_, err = statushub.NewSubscription(ctx, "on-call", &statushub.SubscriptionArgs{
			Hub:      hub,
			Method:   statushub.SubscriptionMethodSlack,
			Address:  config.New(ctx, "").RequireSecret("slackUrl"),
			Services: pulumi.Array{api},
		})
		if err != nil {
			return err
		}

		// endregion
		// region Maintenance
		_, err = statushub.NewMaintenance(ctx, "weekly-patching", &statushub.MaintenanceArgs{
			Hub:       hub,
			Title:     pulumi.String("Weekly patching"),
			StartTime: pulumi.String("2027-11-07T02:00:00Z"),
			EndTime:   pulumi.String("2027-11-07T03:00:00Z"),
			ServiceStatuses: statushub.ServiceStatusArray{
				&statushub.ServiceStatusArgs{Service: api, Status: statushub.ServiceStatusNameDegradedPerformance},
			},
			Repeat: &statushub.MaintenanceRepeatArgs{
				Interval: pulumi.String("weekly"),
				Options:  &statushub.MaintenanceRepeatOptionsArgs{EnabledDays: pulumi.String("sunday")},
				EndOn:    pulumi.String("2028-03-25T00:00:00Z"),
			},
			Notifications: statushub.MaintenanceNotificationArray{
				&statushub.MaintenanceNotificationArgs{OffsetInMin: pulumi.Int(-1440), OffsetType: pulumi.String("start")},
			},
		})
		if err != nil {
			return err
		}

		// endregion
		// region adopt
		_, err = statushub.NewService(ctx, "shop", &statushub.ServiceArgs{
			Hub:      hub,
			GroupId:  pulumi.Int(3),
			Name:     pulumi.String("Shop"),
			CustomId: pulumi.String("shop"),
			Adopt:    pulumi.Any(true),
		})
		if err != nil {
			return err
		}

		// endregion
		// region alias
		_, err = statushub.NewService(ctx, "checkout", &statushub.ServiceArgs{
			Hub:      hub,
			GroupId:  pulumi.Int(3),
			Name:     pulumi.String("Cards"),
			CustomId: pulumi.String("cards"),
		}, pulumi.Aliases([]pulumi.Alias{{Name: pulumi.String("payments")}}))
		if err != nil {
			return err
		}

		// endregion
		// region firstSunday
		berlin, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			return err
		}
		for _, month := range []time.Month{time.January, time.February} {
			first := time.Date(2028, month, 1, 3, 0, 0, 0, berlin)
			start := first.AddDate(0, 0, (7-int(first.Weekday()))%7)
			_, err = statushub.NewMaintenance(ctx, "backup-"+start.Format(time.DateOnly), &statushub.MaintenanceArgs{
				Hub:       hub,
				Title:     pulumi.String("Backup"),
				StartTime: pulumi.String(start.Format(time.RFC3339)),
				EndTime:   pulumi.String(start.Add(2 * time.Hour).Format(time.RFC3339)),
				ServiceStatuses: statushub.ServiceStatusArray{
					&statushub.ServiceStatusArgs{Service: api, Status: statushub.ServiceStatusNameDegradedPerformance},
				},
			})
			if err != nil {
				return err
			}
		}

		// endregion
		// region laterIncidents
		_, err = statushub.NewIncidentTemplate(ctx, "api-found", &statushub.IncidentTemplateArgs{
			Hub:          hub,
			Title:        pulumi.String("API: cause found"),
			IncidentType: statushub.IncidentTypeIdentified,
			ServiceStatuses: statushub.ServiceStatusArray{
				&statushub.ServiceStatusArgs{Service: api, Status: statushub.ServiceStatusNameDegradedPerformance},
			},
		})
		if err != nil {
			return err
		}
		_, err = statushub.NewIncidentTemplate(ctx, "api-up", &statushub.IncidentTemplateArgs{
			Hub:          hub,
			Title:        pulumi.String("API works again"),
			IncidentType: statushub.IncidentTypeResolved,
		})
		if err != nil {
			return err
		}

		// endregion
		// region monitor
		ctx.Export("webhook", pulumi.Sprintf("https://monitoring.example.com/%s", api.Token))

		// endregion
		// region getHub
		other := statushub.LookupHubOutput(ctx, statushub.LookupHubOutputArgs{
			Subdomain: pulumi.String("globex"),
		})
		ctx.Export("otherName", other.Name())

		// endregion
		// region getService
		web := statushub.LookupServiceOutput(ctx, statushub.LookupServiceOutputArgs{
			Hub:      pulumi.String("globex"),
			CustomId: pulumi.String("web"),
		})
		ctx.Export("webId", web.Id())

		// endregion
		// region getServices
		platform := statushub.GetServicesOutput(ctx, statushub.GetServicesOutputArgs{
			Hub:     pulumi.String("globex"),
			GroupId: pulumi.Int(10),
		})
		ctx.Export("platformServices", platform.Services())

		// endregion
		// region getIncidentTemplates
		incidents := statushub.GetIncidentTemplatesOutput(ctx, statushub.GetIncidentTemplatesOutputArgs{
			Hub:   pulumi.String("globex"),
			Label: pulumi.String("web"),
		})
		ctx.Export("webIncidents", incidents.IncidentTemplates())

		// endregion
		// region getMaintenanceTemplates
		maintenances := statushub.GetMaintenanceTemplatesOutput(ctx, statushub.GetMaintenanceTemplatesOutputArgs{
			Hub:   pulumi.String("globex"),
			Label: pulumi.String("web"),
		})
		ctx.Export("webMaintenances", maintenances.MaintenanceTemplates())

		// endregion
		// region start
		return nil
	})
}

// endregion
