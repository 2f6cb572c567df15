import type { z } from "zod";
import { extendQuery, pageOf, versionQuery } from "./field.ts";
import { hubListQuery, hubRecord, hubUpdate } from "./hub.ts";
import { incidentCreate, incidentListQuery, incidentListRecord, incidentQuery, incidentRecord } from "./incident.ts";
import {
  incidentTemplateCreate,
  incidentTemplateListRecord,
  incidentTemplateRecord,
  incidentTemplateUpdate,
  templateListQuery,
} from "./incident-template.ts";
import {
  incidentUpdateChange,
  incidentUpdateCreate,
  incidentUpdateListQuery,
  incidentUpdateRecord,
} from "./incident-update.ts";
import {
  maintenanceCreate,
  maintenanceListQuery,
  maintenanceListRecord,
  maintenanceRecord,
  maintenanceUpdate,
} from "./maintenance.ts";
import {
  maintenanceTemplateCreate,
  maintenanceTemplateRecord,
  maintenanceTemplateUpdate,
} from "./maintenance-template.ts";
import type { Evidence, Method, Operation } from "./operation.ts";
import { serviceCreate, serviceListQuery, serviceRecord, serviceUpdate } from "./service.ts";
import { subscriberCreate, subscriberListQuery, subscriberRecord, subscriberUpdate } from "./subscriber.ts";
import {
  subscriptionCreate,
  subscriptionListQuery,
  subscriptionListRecord,
  subscriptionRecord,
  subscriptionUpdate,
} from "./subscription.ts";

interface Shapes<Query, Body, Answer> {
  query?: Query;
  inferredQuery?: readonly string[];
  body?: Body;
  answer?: Answer;
}

const at =
  (evidence: Evidence) =>
  <
    Query extends z.ZodObject = typeof versionQuery,
    Body extends z.ZodObject | undefined = undefined,
    Answer extends z.ZodType | undefined = undefined,
  >(
    method: Method,
    path: string,
    shapes: Shapes<Query, Body, Answer>,
  ) =>
    // The type parameters default to just what is filled in here, which the compiler cannot see.
    ({
      method,
      path,
      evidence,
      query: versionQuery,
      inferredQuery: [],
      body: undefined,
      answer: undefined,
      ...shapes,
    }) as unknown as Operation<Query, Body, Answer>;

const documented = at("documented");
const inferred = at("inferred");

const hub = "/hubs/{subdomain}";
const services = `${hub}/services`;
const incidents = `${hub}/incidents`;
const updates = `${incidents}/{incident_id}/incident_updates`;
const maintenances = `${hub}/maintenances`;
const incidentTemplates = `${hub}/incident_templates`;
const maintenanceTemplates = `${hub}/maintenance_templates`;
const subscribers = `${hub}/subscribers`;
const subscriptions = `${hub}/subscriptions`;
const subscriberSubscriptions = `${subscribers}/{subscriber_id}/subscriptions`;
const accessRestriction = `${hub}/access_restriction`;

const extended = versionQuery.extend(extendQuery);

const hubSubscription = subscriptionOperations(subscriptions, inferred);
const subscriberSubscription = subscriptionOperations(subscriberSubscriptions, documented);

/** Every operation of the API that has a known path, by the name that the vendor's reference gives or would give it. */
export const operations = {
  listHubs: documented("GET", "/hubs", { query: hubListQuery, answer: pageOf(hubRecord) }),
  getHub: documented("GET", hub, { answer: hubRecord }),
  updateHub: documented("PUT", hub, { body: hubUpdate, answer: hubRecord }),

  createService: documented("POST", services, { body: serviceCreate, answer: serviceRecord }),
  listServices: inferred("GET", services, {
    query: serviceListQuery,
    inferredQuery: ["deleted"],
    answer: pageOf(serviceRecord),
  }),
  getService: documented("GET", `${services}/{service_id}`, { answer: serviceRecord }),
  updateService: documented("PUT", `${services}/{service_id}`, { body: serviceUpdate, answer: serviceRecord }),
  deleteService: inferred("DELETE", `${services}/{service_id}`, { answer: serviceRecord }),

  createIncident: documented("POST", incidents, { query: extended, body: incidentCreate, answer: incidentRecord }),
  listIncidents: documented("GET", incidents, {
    query: incidentListQuery,
    inferredQuery: ["deleted", "draft"],
    answer: pageOf(incidentListRecord),
  }),
  getIncident: documented("GET", `${incidents}/{incident_id}`, { query: incidentQuery, answer: incidentRecord }),
  deleteIncident: documented("DELETE", `${incidents}/{incident_id}`, { query: extended, answer: incidentRecord }),

  createIncidentUpdate: documented("POST", updates, {
    query: extended,
    body: incidentUpdateCreate,
    answer: incidentUpdateRecord,
  }),
  listIncidentUpdates: inferred("GET", updates, {
    query: incidentUpdateListQuery,
    inferredQuery: ["deleted"],
    answer: pageOf(incidentUpdateRecord),
  }),
  getIncidentUpdate: documented("GET", `${updates}/{incident_update_id}`, {
    query: extended,
    answer: incidentUpdateRecord,
  }),
  updateIncidentUpdate: documented("PUT", `${updates}/{incident_update_id}`, {
    query: extended,
    body: incidentUpdateChange,
    answer: incidentUpdateRecord,
  }),
  deleteIncidentUpdate: inferred("DELETE", `${updates}/{incident_update_id}`, {
    query: extended,
    answer: incidentUpdateRecord,
  }),

  createMaintenance: documented("POST", maintenances, {
    query: extended,
    body: maintenanceCreate,
    answer: maintenanceRecord,
  }),
  listMaintenances: documented("GET", maintenances, {
    query: maintenanceListQuery,
    inferredQuery: ["deleted", "draft"],
    answer: pageOf(maintenanceListRecord),
  }),
  getMaintenance: documented("GET", `${maintenances}/{maintenance_id}`, { query: extended, answer: maintenanceRecord }),
  updateMaintenance: documented("PUT", `${maintenances}/{maintenance_id}`, {
    query: extended,
    body: maintenanceUpdate,
    answer: maintenanceRecord,
  }),
  deleteMaintenance: documented("DELETE", `${maintenances}/{maintenance_id}`, {
    query: extended,
    answer: maintenanceRecord,
  }),

  createIncidentTemplate: documented("POST", incidentTemplates, {
    body: incidentTemplateCreate,
    answer: incidentTemplateRecord,
  }),
  listIncidentTemplates: documented("GET", incidentTemplates, {
    query: templateListQuery,
    inferredQuery: ["created_by_me", "deleted", "q", "q_label", "sort_prop", "sort_dir"],
    answer: pageOf(incidentTemplateListRecord),
  }),
  getIncidentTemplate: documented("GET", `${incidentTemplates}/{incident_template_id}`, {
    answer: incidentTemplateRecord,
  }),
  updateIncidentTemplate: documented("PUT", `${incidentTemplates}/{incident_template_id}`, {
    body: incidentTemplateUpdate,
    answer: incidentTemplateRecord,
  }),
  deleteIncidentTemplate: documented("DELETE", `${incidentTemplates}/{incident_template_id}`, {
    answer: incidentTemplateRecord,
  }),

  createMaintenanceTemplate: documented("POST", maintenanceTemplates, {
    body: maintenanceTemplateCreate,
    answer: maintenanceTemplateRecord,
  }),
  listMaintenanceTemplates: documented("GET", maintenanceTemplates, {
    query: templateListQuery,
    answer: pageOf(maintenanceTemplateRecord),
  }),
  getMaintenanceTemplate: documented("GET", `${maintenanceTemplates}/{maintenance_template_id}`, {
    answer: maintenanceTemplateRecord,
  }),
  updateMaintenanceTemplate: inferred("PUT", `${maintenanceTemplates}/{maintenance_template_id}`, {
    body: maintenanceTemplateUpdate,
    answer: maintenanceTemplateRecord,
  }),
  deleteMaintenanceTemplate: inferred("DELETE", `${maintenanceTemplates}/{maintenance_template_id}`, {
    answer: maintenanceTemplateRecord,
  }),

  createSubscriber: documented("POST", subscribers, { body: subscriberCreate, answer: subscriberRecord }),
  listSubscribers: documented("GET", subscribers, {
    query: subscriberListQuery,
    inferredQuery: ["deleted"],
    answer: pageOf(subscriberRecord),
  }),
  getSubscriber: documented("GET", `${subscribers}/{subscriber_id}`, { answer: subscriberRecord }),
  updateSubscriber: documented("PUT", `${subscribers}/{subscriber_id}`, {
    body: subscriberUpdate,
    answer: subscriberRecord,
  }),
  deleteSubscriber: documented("DELETE", `${subscribers}/{subscriber_id}`, { answer: subscriberRecord }),

  createSubscription: hubSubscription.create,
  listSubscriptions: hubSubscription.list,
  getSubscription: hubSubscription.get,
  updateSubscription: hubSubscription.update,
  deleteSubscription: hubSubscription.delete,
  restoreSubscription: hubSubscription.restore,

  createSubscriberSubscription: subscriberSubscription.create,
  listSubscriberSubscriptions: subscriberSubscription.list,
  getSubscriberSubscription: subscriberSubscription.get,
  updateSubscriberSubscription: subscriberSubscription.update,
  deleteSubscriberSubscription: subscriberSubscription.delete,
  restoreSubscriberSubscription: subscriberSubscription.restore,

  getAccessRestriction: documented("GET", accessRestriction, {}),
  getAccessRestrictionSaml: documented("GET", `${accessRestriction}/saml`, {}),
  updateAccessRestrictionSaml: documented("PUT", `${accessRestriction}/saml`, {}),
  getAccessRestrictionGoogleOauth: documented("GET", `${accessRestriction}/google_oauth`, {}),
  updateAccessRestrictionGoogleOauth: documented("PUT", `${accessRestriction}/google_oauth`, {}),
} as const;

export type OperationName = keyof typeof operations;

// Documented: the hub-wide and the per-subscriber operations behave alike, so one table makes both.
function subscriptionOperations(path: string, restore: typeof documented) {
  const one = `${path}/{subscription_id}`;
  const answer = { query: extended, answer: subscriptionRecord };
  return {
    create: documented("POST", path, { ...answer, body: subscriptionCreate }),
    list: documented("GET", path, {
      query: subscriptionListQuery,
      inferredQuery: ["deleted"],
      answer: pageOf(subscriptionListRecord),
    }),
    get: documented("GET", one, answer),
    update: documented("PUT", one, { ...answer, body: subscriptionUpdate }),
    delete: documented("DELETE", one, answer),
    restore: restore("PUT", `${one}/restore`, answer),
  };
}
