/**
 * `schemathesis.toml`: where the preset has records, and what the schema cannot say.
 * A 422 is right for what no schema expresses, such as the id of a service of another hub. `use_after_free` is off because
 * deleted records stay viewable, and 501 is expected where the document has it.
 */
export const settings = `
[dictionaries.subdomains]
values = ["00"]
[dictionaries.one]
values = [1]
[dictionaries.ids]
values = [1, 2, 3]
[dictionaries.id_texts]
values = ["1", "2", "3"]
[dictionaries.texts]
values = ["2026-01-04T00:00:00Z", "2026-01-05 06:07", "four@example.com", "https://example.com/five", "Text"]

[parameters]
"path.subdomain" = { dictionary = "subdomains" }
"path.incident_id" = { dictionary = "one" }
"path.subscriber_id" = { dictionary = "one" }
"path.maintenance_id" = { dictionary = "id_texts" }
"path.service_id" = { dictionary = "ids" }
"path.incident_update_id" = { dictionary = "ids" }
"path.incident_template_id" = { dictionary = "ids" }
"path.maintenance_template_id" = { dictionary = "ids" }
"path.subscription_id" = { dictionary = "ids" }

[generation.dictionaries]
integer = { dictionary = "ids", probability = 0.9 }
string = { dictionary = "texts", probability = 0.8 }

[checks]
use_after_free.enabled = false
positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429", "501"]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "501"]
`;
