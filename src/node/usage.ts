import { defaultIssuer } from '#server/auth/access.ts'
import { checkUsage } from './commands/check-command-line.ts'
import { evalUsage } from './commands/eval-command-line.ts'

/** What an API server does itself, and without what objects would never go that were deleted; all else is others' work. */
export const defaultControllers = 'namespace,garbage-collector,api-services,service-addresses,clusterrole-aggregation'

export const usage = `Usage: orchard <command> [flags]

Commands:
  serve                     run the API server
  kubeconfig                print a kubeconfig for a running server
  page                      serve the built page on this machine
  check FILE…               check configuration files of the API server
  eval EXPRESSION           run one expression of a configuration file

Flags of serve:
  --port N                  port to listen on; 0 lets the system choose (default 8080, with --tls 6443)
  --host ADDRESS            address to listen on (default 127.0.0.1)
  --data DIR                keep everything in DIR, durable; without it, in memory
  --history DURATION        how long old versions can be read and watched from, such as 40s or 5m (default 5m)
  --token-auth-file FILE    bearer tokens, a line each: token,user,uid,"group1,group2"
  --authorization-mode LIST authorizers in the order in which they are asked: Node, RBAC, AlwaysAllow, AlwaysDeny
                            (default RBAC where callers need credentials, else AlwaysAllow)
  --authentication-config FILE, --authorization-config FILE
                            configuration files, loaded again when they change; orchard check tries them
  --egress-selector-config-file FILE, --tracing-config-file FILE
  --watch-cache-lag DURATION
                            how old reads at resourceVersion=0 may be, to see what they mean (default 0s)
  --service-account-issuer URL
                            who signs service account tokens (default ${defaultIssuer})
  --service-account-signing-key-file FILE
                            private key for them in PEM, RSA or P-256 (default service-account.key in DIR, made at
                            first use; without --data a key that ends with the server)
  --feature-gates LIST      features to turn on or off: NAME=true,NAME=false (GET /debug/features names them)
  --enable-admission-plugins LIST
                            ServiceAccount gives pods a service account and its token, and wants the controllers for both;
                            NodeRestriction keeps nodes to their own objects
  --controllers LIST        background loops to run: NAME, * for all, -NAME for all but one; there are also resourcequota,
                            serviceaccount and root-ca-certificate-publisher
                            (default ${defaultControllers})
  --vocabulary WORDS        orch, or kubernetes: the original names, for kubectl and other clients (default orch)
  --tls                     HTTPS with certificates of its own, kept in DIR/tls
  --client-ca-file FILE     authorities (PEM) whose client certificates name users: common name and organizations
  --kubeconfig FILE         write a kubeconfig for this server
  --debug                   turn /debug/ on

Flags of kubeconfig:
  --data DIR                folder of the server, for its certificates; without it, plain HTTP
  --server URL              (default https://127.0.0.1:6443 with --data, else http://127.0.0.1:8080)

Flags of page:
  --port N                  (default 5173, or the next free one; a browser keeps the data of each port apart)

${checkUsage}
${evalUsage}
  --help, --version
`
