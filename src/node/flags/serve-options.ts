import type { AuthorizationMode } from '#server/access/create-access.ts'
import type { ConfigPaths } from '#node/server-config.ts'
import type { EtcdFlags } from './etcd-flags.ts'
import type { OidcFlags } from './oidc-flags.ts'
import type { OriginalOptions } from './original-flags.ts'
import type { ServiceAccountOptions } from './service-account-flags.ts'

/** The options of `orchard serve`. */
export interface ServeOptions extends ConfigPaths, OriginalOptions, ServiceAccountOptions {
  readonly host: string
  readonly port: number
  /** The folder of the log; `''` for a log in memory. */
  readonly data: string
  /** The etcd in which everything is stored; `null` for none. */
  readonly etcd: EtcdFlags | null
  /** Serves several clusters, each behind `/clusters/NAME`. */
  readonly clusters: boolean
  /** The duration for which old versions are retained. */
  readonly historyMs: number
  readonly tokenAuthFile: string
  /** Serves HTTPS with certificates that the server issues itself. */
  readonly tls: boolean
  /** A PEM file of authorities for client certificates; `''` for none. */
  readonly clientCaFile: string
  /** The path of a kubeconfig to write; `''` for none. */
  readonly kubeconfig: string
  /** `null`: RBAC with a token file, else all requests are allowed. */
  readonly authorizationMode: readonly AuthorizationMode[] | null
  /** The path of the policies of the mode `ABAC`; `''` for none. */
  readonly policyFile: string
  /** The JWT authenticator that the `--oidc-*` flags describe; `null` without them. */
  readonly oidc: OidcFlags | null
  /** The delay in milliseconds after which reads from the watch cache see a write. */
  readonly watchCacheLagMs: number
  /** The IPv4 network of cluster IPs of a new store. */
  readonly serviceNetwork: string
  readonly debug: boolean
  /** The controllers to run: `*` for all, `NAME`, `-NAME`. */
  readonly controllers: readonly string[]
  /** The number of simulated nodes. */
  readonly nodes: number
  readonly vocabulary: Vocabulary
  /** `A=true,B=false`, syntactically valid. */
  readonly featureGates: string
  /** `KEY=true,KEY=false`, syntactically valid; its groups are checked when the server starts. */
  readonly runtimeConfig: string
  /** Names of admission plugins, all known. */
  readonly enabledPlugins: readonly string[]
  readonly disabledPlugins: readonly string[]
  /** The path of an AdmissionConfiguration; `''` for none. */
  readonly admissionConfig: string
}

/** The vocabulary of the server: our names, or those of the reference, which existing clients require. */
export type Vocabulary = 'orch' | 'kubernetes'

/** A command line that is refused; `message` is the error in one line. */
export interface WrongCommand {
  readonly type: 'wrong'
  readonly message: string
}

export const wrong = (message: string): WrongCommand => ({ type: 'wrong', message })
