import { credentials } from "@grpc/grpc-js";
import alias from "@pulumi/pulumi/proto/alias_pb.js";
import service from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import resource from "@pulumi/pulumi/proto/resource_pb.js";
import type { Properties } from "../marks.ts";
import { type Message, onThisMachine, toStruct } from "./protocol.ts";

const { Alias: AliasMessage } = alias;
const { ResourceMonitorClient } = service;

type ConstructRequest = Message<"ConstructRequest">;

/** An alias: the parts of a URN that differ. */
type Alias = Readonly<Partial<Record<"name" | "type", string>>>;

/** A resource to register, and the options that aren't those of its component. */
interface Registration {
  readonly type: string;
  readonly name: string;
  readonly parent: string;
  /** The provider's URN and ID. */
  readonly provider: string;
  /** The inputs, with Pulumi's marks. */
  readonly inputs: Properties;
  /** URNs that each input depends on. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly aliases: readonly Alias[];
  /** Whether it is protected unless its component says otherwise. Any other record inherits `protect`. */
  readonly isProtected: boolean;
}

/** What the engine returns for a resource. */
export interface RegisteredResource {
  readonly urn: string;
  /** Empty in the preview of a create. */
  readonly id: string;
  /** Whether its operation failed, or was skipped after a failure. Otherwise its outputs can be used. */
  readonly isFailed: boolean;
  /** Returns an output, with Pulumi's marks. */
  output(name: string): unknown;
}

/** The part of the engine that registers resources, for one component. */
export class ResourceMonitor {
  readonly #client: InstanceType<typeof ResourceMonitorClient>;
  readonly #request: ConstructRequest;

  constructor(request: ConstructRequest) {
    this.#client = new ResourceMonitorClient(request.getMonitorendpoint(), credentials.createInsecure(), onThisMachine);
    this.#request = request;
  }

  close(): void {
    this.#client.close();
  }

  /**
   * Registers the component itself, with the options that the program gives it. The engine lets its children inherit
   * `protect`, `retainOnDelete`, `deletedWith`, transforms and aliases.
   */
  registerComponent(): Promise<RegisteredResource> {
    const given = this.#request;
    const request = this.#requestFor(given.getType(), given.getName(), given.getParent())
      .setAliasesList(given.getAliasesList())
      .setDeletedwith(given.getDeletedwith())
      .setParentstacktracehandle(given.getStackTraceHandle());
    if (given.hasProtect()) request.setProtect(given.getProtect() === true);
    if (given.hasRetainondelete()) request.setRetainondelete(given.getRetainondelete() === true);
    for (const [name, provider] of given.getProvidersMap().entries()) request.getProvidersMap().set(name, provider);
    return this.#send(request);
  }

  register({ type, name, parent, provider, inputs, dependencies, aliases, isProtected }: Registration) {
    const request = this.#requestFor(type, name, parent)
      .setCustom(true)
      .setProvider(provider)
      .setObject(toStruct(inputs))
      .setAliasesList(aliases.map(aliasMessage));
    if (isProtected) request.setProtect(!this.#request.hasProtect() || this.#request.getProtect() === true);
    // Components don't pass these on.
    const timeouts = this.#request.getCustomtimeouts();
    if (timeouts !== undefined) {
      const own = new resource.RegisterResourceRequest.CustomTimeouts();
      own.setCreate(timeouts.getCreate()).setUpdate(timeouts.getUpdate()).setDelete(timeouts.getDelete());
      request.setCustomtimeouts(own);
    }
    // If no property had an entry, the engine would let each depend on everything that the component depends on.
    for (const [property, urns] of Object.entries(dependencies)) {
      const own = new resource.RegisterResourceRequest.PropertyDependencies().setUrnsList([...urns]);
      request.getPropertydependenciesMap().set(property, own);
    }
    const all = new Set([...this.#request.getDependenciesList(), ...Object.values(dependencies).flat()]);
    return this.#send(request.setDependenciesList([...all]));
  }

  registerOutputs(urn: string, outputs: Properties): Promise<void> {
    const request = new resource.RegisterResourceOutputsRequest().setUrn(urn).setOutputs(toStruct(outputs));
    return new Promise((resolve, reject) => {
      this.#client.registerResourceOutputs(request, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  #requestFor(type: string, name: string, parent: string) {
    return new resource.RegisterResourceRequest()
      .setType(type)
      .setName(name)
      .setParent(parent)
      .setObject(toStruct({}))
      .setDependenciesList(this.#request.getDependenciesList())
      .setAliasspecs(true)
      .setAcceptsecrets(true)
      .setAcceptresources(true)
      .setSupportspartialvalues(true)
      .setSupportsresultreporting(true);
  }

  #send(request: InstanceType<typeof resource.RegisterResourceRequest>): Promise<RegisteredResource> {
    return new Promise((resolve, reject) => {
      this.#client.registerResource(request, (error, response) => {
        if (error !== null) return reject(error);
        resolve({
          urn: response.getUrn(),
          id: response.getId(),
          isFailed: response.getResult() !== resource.Result.SUCCESS,
          output: (name) => response.getObject()?.getFieldsMap().get(name)?.toJavaScript(),
        });
      });
    });
  }
}

function aliasMessage({ name, type }: Alias) {
  const spec = new AliasMessage.Spec();
  if (name !== undefined) spec.setName(name);
  if (type !== undefined) spec.setType(type);
  return new AliasMessage().setSpec(spec);
}
