// Runs in the folder where the package was installed: each entry that needs no peer is imported and used.
import { createRequire } from 'node:module'
import { createOrchard } from '@orchard-server/orchard'
import { compile } from '@orchard-server/orchard/cel'
import { checkConfig } from '@orchard-server/orchard/config'
import { core } from '@orchard-server/orchard/kinds'
import { createOrchard as createKubernetes } from '@orchard-server/orchard/kubernetes'
import { core as kubernetesCore } from '@orchard-server/orchard/kubernetes/kinds'
import '@orchard-server/orchard/lab-cell'
import { listen } from '@orchard-server/orchard/node'

const same = (found, wanted, what) => {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`)
}

const objects = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata: {x: "1"}\n'
const server = await createOrchard({ objects })
const path = '/api/v1/namespaces/default/configmaps/a'
same((await (await server.fetch(path)).json()).data.x, '1', 'data of a ConfigMap')
same((await server.fetch('/apis/apiextensions.orch.io/v1')).status, 200, 'a group in our words')
const kubernetes = await createKubernetes({ objects })
same((await kubernetes.fetch('/apis/apiextensions.k8s.io/v1')).status, 200, "a group in Kubernetes' words")
const small = await createOrchard({ objects, kinds: [core] })
same((await small.fetch(path)).status, 200, 'a kind of the set core')
same((await small.fetch('/api/v1/pods')).status, 404, 'a kind of another set')
const smallKubernetes = await createKubernetes({ kinds: [kubernetesCore] })
same((await smallKubernetes.fetch('/apis/apiextensions.k8s.io/v1')).status, 200, "a set in Kubernetes' words")
const listening = await listen(kubernetes)
same((await fetch(listening.url + path)).status, 200, 'a request over HTTP')
// Before the functions that read it are optimized, when their frames need most of the stack.
const nested = (open, close) => `${open.repeat(249)}1${close.repeat(249)}`
for (const [open, close] of ['[]', ['{1:', '}'], ['dyn(', ')']])
  same(compile(nested(open, close)).run({}).type, 'value', `an expression of 249 times ${open}`)
same(compile('1 + 1').run({}).value, 2, 'an expression')
same(checkConfig('').isValid, false, 'an empty configuration file')
const required = createRequire(import.meta.url)('@orchard-server/orchard')
same(typeof required.createOrchard, 'function', 'require()')
await listening.close()
// The servers are not closed on purpose: their timers must not keep this process alive.
console.log('every entry works')
