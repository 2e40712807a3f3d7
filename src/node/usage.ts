import { defaultIssuer } from '#server/auth/access.ts'
import { pluginsOffByDefault } from '#server/admission/plugins/admission-settings.ts'
import { bridgeUsage } from './bridge/parse-bridge.ts'
import { replayUsage } from './replay/parse-replay.ts'
import { scenarioUsage } from './scenario/parse-scenario.ts'
import { checkUsage } from './commands/check-command-line.ts'
import { lessonUsage } from './lessons/parse-lesson.ts'
import { evalUsage } from './commands/eval-command-line.ts'

/**
 * Controllers of the API server itself, and those without which deleted objects would never be removed. All others
 * are for other components.
 */
export const defaultControllers =
  'namespace,garbage-collector,api-services,api-service-availability,service-addresses,clusterrole-aggregation,flow-schemas'

const indent = ' '.repeat(28)

/** Returns names as lines of the help text. */
function listOf(names: readonly string[]): string {
  const lines = ['']
  for (const name of names) {
    const line = lines.at(-1) ?? ''
    if (line.length + name.length > 90) lines.push(`${indent}${name}, `)
    else lines[lines.length - 1] = `${line === '' ? indent : line}${name}, `
  }
  return lines.join('\n').replace(/, $/, '').replaceAll(', \n', ',\n')
}

export const usage: string = `Usage: orchard <command> [flags]

Commands:
  serve                     run the API server
  kubeconfig                print a kubeconfig for a running server
  page                      serve the built page on this machine
  bridge                    let curl, kubectl and client libraries reach the server in a page
  replay FILE               answer requests by a cassette, a recording of what clients saw
  check FILE…               check configuration files of the API server
  eval EXPRESSION           run one expression of a configuration file
  lesson check|test DIR…    check or play the folders of lessons
  scenario FILE…            send recorded requests to a running server and check the answers

Flags of serve:
  --port N                  port to listen on; 0 lets the system choose (default 8080, with --tls 6443)
  --host ADDRESS            address to listen on (default 127.0.0.1)
  --data DIR                store everything durably in DIR; without it, in memory
  --etcd-servers LIST       store everything in this etcd (3.5.13 or newer), which several hosts can share: addresses of its
                            members, separated by commas. Values are not encrypted: Secrets can be read in etcd. Hosts
                            that accept service account tokens need the same --service-account-signing-key-file
  --etcd-codec CODEC        keys and values: own, or reference for those of a kube-apiserver, beside which this server can
                            run on the same etcd; that needs --vocabulary kubernetes (default own). See docs/etcd.md
  --etcd-prefix PATH        beginning of all keys (default /orchard, with --etcd-codec reference /registry)
  --storage-media-type TYPE how --etcd-codec reference writes built-in kinds: application/json or
                            application/vnd.kubernetes.protobuf (default application/json); both are read
  --etcd-cafile FILE, --etcd-certfile FILE, --etcd-keyfile FILE
                            authority of etcd's certificate; client certificate and its key, in PEM
  --etcd-compaction-interval DURATION
                            how often the hosts compact etcd, together; 0s for never (default 5m)
  --event-ttl DURATION      time after which events expire from etcd; 0s for never (default 1h)
  --clusters                serve several clusters, each behind /clusters/NAME and in a folder of its own in DIR; with
                            --debug they are listed and created at /debug/clusters. Other paths reach the first one
  --history DURATION        how long old versions can be read and watched from, such as 40s or 5m (default 5m)
  --token-auth-file FILE    bearer tokens, one per line: token,user,uid,"group1,group2"
  --authorization-mode LIST authorizers in the order in which they are called: Node, RBAC, ABAC, AlwaysAllow,
                            AlwaysDeny (default RBAC where callers need credentials, else AlwaysAllow)
  --authorization-policy-file FILE
                            policies of ABAC, one JSON object per line
  --authentication-config FILE, --authorization-config FILE
                            configuration files, reloaded when they change; orchard check validates them
  --egress-selector-config-file FILE, --tracing-config-file FILE
  --watch-cache-lag DURATION
                            delay of reads at resourceVersion=0, to observe stale reads (default 0s)
  --oidc-issuer-url URL, --oidc-client-id ID
                            accept ID tokens of this issuer for this client; more flags: --oidc-ca-file,
                            --oidc-username-claim, --oidc-username-prefix, --oidc-groups-claim, --oidc-groups-prefix,
                            --oidc-required-claim KEY=VALUE, --oidc-signing-algs (default RS256);
                            not together with --authentication-config
  --service-account-issuer URL
                            issuer of service account tokens (default ${defaultIssuer})
  --service-account-jwks-uri URL
                            address of the public keys in the issuer's discovery document (default this server)
  --service-account-max-token-expiration DURATION
                            longest validity of tokens, from 1h; longer requests are shortened (default 0s: no limit)
  --service-account-signing-key-file FILE
                            private key for them in PEM, RSA or P-256 (default service-account.key in DIR, created
                            at first use; without --data a key that is not stored)
  --api-audiences LIST      audiences of tokens that name none (default the issuer)
  --service-cluster-ip-range CIDR
                            the network of service addresses in a new store, IPv4, /12 to /29 (default 10.96.0.0/12)
  --feature-gates LIST      features to turn on or off: NAME=true,NAME=false (GET /debug/features lists them)
  --runtime-config LIST     API versions to turn on or off: GROUP/VERSION=false, GROUP/VERSION/RESOURCE=false, /v1 for
                            the core group, api/all, api/ga, api/beta, api/alpha
  --enable-admission-plugins LIST, --disable-admission-plugins LIST
                            plugins by the original's names. Off by default are
${listOf([...pluginsOffByDefault])};
                            ServiceAccount needs the controllers serviceaccount and root-ca-certificate-publisher
  --admission-control-config-file FILE
                            AdmissionConfiguration of PodSecurity, EventRateLimit, ResourceQuota, PodNodeSelector
  --max-requests-inflight N, --max-mutating-requests-inflight N
                            requests in progress at once; requests above are answered 429; 0 for no limit
                            (default 400 and 200)
  --emulated-version 1.34   the version whose behaviour the server has; there is no other
  --cors-allowed-origins LIST
                            origins whose pages may call this server, such as http://localhost:5173: exact ones, no regular
                            expressions. Without credentials they act as the administrator, as all callers do
  --strict-transport-security-directives LIST
                            header of HTTPS responses: max-age=SECONDS,includeSubDomains,preload
  --controllers LIST        controllers to run: NAME, * for all, -NAME to exclude one; also available are resourcequota,
                            persistentvolumeclaim-protection, persistentvolume-protection,
                            volumeattributesclass-protection, validatingadmissionpolicy-status, serviceaccount and
                            root-ca-certificate-publisher
                            (default ${defaultControllers});
                            * also runs the loops of a controller manager and the scheduler: deployment, job, scheduler, ...
  --leader-elect BOOL       these loops run while this server holds the Leases kube-controller-manager and kube-scheduler,
                            so that nothing is done twice beside the original's components; without them, the other loops
                            rest while somebody else holds kube-controller-manager (default true)
  --nodes N                 simulated nodes, whose pods start, get ready and end without running anything (default 0)
  --vocabulary WORDS        orch, or kubernetes: the original names, for kubectl and other clients (default orch)
  --tls                     HTTPS with self-issued certificates, stored in DIR/tls
  --client-ca-file FILE     authorities (PEM) of client certificates: common name is the user, organizations the groups
  --kubeconfig FILE         write a kubeconfig for this server
  --debug                   turn /debug/ on

Flags of kubeconfig:
  --data DIR                data folder of the server, for its certificates; without it, plain HTTP
  --server URL              (default https://127.0.0.1:6443 with --data, else http://127.0.0.1:8080)
  --cluster NAME            one of the clusters of a server that runs with --clusters

Flags of page:
  --port N                  (default 5173, or the next free one; browsers store data separately per port)

${bridgeUsage}
${replayUsage}
${checkUsage}
${evalUsage}
${lessonUsage}
${scenarioUsage}  --help, --version
`
