package main

import (
	"slices"
	"time"

	"pulumi-statushub/sdk/go/statushub"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(declare)
}

func declare(ctx *pulumi.Context) error {
	hub, err := statushub.NewHub(ctx, "acme", &statushub.HubArgs{Subdomain: pulumi.String("acme")})
	if err != nil {
		return err
	}
	api, err := statushub.NewService(ctx, "api", &statushub.ServiceArgs{
		Hub:      hub,
		GroupId:  pulumi.Int(1),
		Name:     pulumi.String("API"),
		CustomId: pulumi.String("api"),
	})
	if err != nil {
		return err
	}

	skipped := []string{"2027-01-03"}

	// Any Sunday on which it takes place.
	day := time.Date(2026, time.December, 6, 0, 0, 0, 0, time.UTC)
	for !day.AddDate(0, 0, 1).After(time.Now()) || slices.Contains(skipped, day.Format(time.DateOnly)) {
		day = day.AddDate(0, 0, 14)
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		return err
	}

	// From 01:00, which exists on each Sunday.
	one := time.Date(day.Year(), day.Month(), day.Day(), 1, 0, 0, 0, berlin)
	_, err = statushub.NewMaintenance(ctx, "patching-"+day.Format(time.DateOnly), &statushub.MaintenanceArgs{
		Hub:       hub,
		Title:     pulumi.String("Patching"),
		StartTime: pulumi.String(one.Add(time.Hour).Format(time.RFC3339)),
		EndTime:   pulumi.String(one.Add(3 * time.Hour).Format(time.RFC3339)),
		ServiceStatuses: statushub.ServiceStatusArray{
			&statushub.ServiceStatusArgs{Service: api, Status: statushub.ServiceStatusNameDegradedPerformance},
		},
	})
	return err
}
