import { expect, test } from 'vitest'
import { referenceText } from './reference-text.ts'

const pairs = `
/apis/apiextensions.orch.io/v1/customresourcedefinitions | /apis/apiextensions.k8s.io/v1/customresourcedefinitions
/apis/node.orch.io | /apis/node.k8s.io
/apis/node.orch.io/nothing/here | /apis/node.k8s.io/nothing/here
"apiVersion":"node.orch.io/v1" | "apiVersion":"node.k8s.io/v1"
node.orch.io/not-ready | node.kubernetes.io/not-ready
/metadata/labels/node.orch.io~1instance-type | /metadata/labels/node.kubernetes.io~1instance-type
node-role.orch.io/ | node-role.kubernetes.io/
container.apparmor.security.beta.orch.io/ | container.apparmor.security.beta.kubernetes.io/
runtimeclasses.node.orch.io | runtimeclasses.node.k8s.io
flowcontrol.apiserver.orch.io/v1 | flowcontrol.apiserver.k8s.io/v1
apiserver.orch.io/v1beta1 | apiserver.config.k8s.io/v1beta1
apiserver.orch.io/identity | apiserver.kubernetes.io/identity
rbac.authorization.orch.io/autoupdate | rbac.authorization.kubernetes.io/autoupdate
rbac.authorization.orch.io/aggregate-to-admin | rbac.authorization.k8s.io/aggregate-to-admin
finalizers: orch | finalizers: kubernetes
labelSelector=orch.io%2Fmetadata.name%3Dx | labelSelector=kubernetes.io%2Fmetadata.name%3Dx
orch.io/initial-events-end | k8s.io/initial-events-end
authentication.orch.io/pod-name | authentication.kubernetes.io/pod-name
authentication.orch.io/v1 | authentication.k8s.io/v1
uids.authentication.orch.io | uids.authentication.k8s.io
orch.io/tls | kubernetes.io/tls
gold.deviceclass.resource.orch.io/devices | gold.deviceclass.resource.k8s.io/devices
.deviceclass.resource.orch.io/devices | .deviceclass.resource.k8s.io/devices
resource.orch.io/pod-claim-name | resource.kubernetes.io/pod-claim-name
bootstrap.orch.io/token | bootstrap.kubernetes.io/token
pod-security.orch.io/enforce | pod-security.kubernetes.io/enforce
application/vnd.orch.protobuf;stream=watch | application/vnd.kubernetes.protobuf;stream=watch
x-orch-list-map-keys | x-kubernetes-list-map-keys
see https://github.com/orch/enhancements of api-approved.orch.io | see https://github.com/kubernetes/enhancements of api-approved.kubernetes.io
must not be *.orch.io | must not be *.k8s.io
customresourcecleanup.apiextensions.orch.io | customresourcecleanup.apiextensions.k8s.io
volume.beta.orch.io/storage-class | volume.beta.kubernetes.io/storage-class
resource.orch.io/pod-claim-name | resource.kubernetes.io/pod-claim-name
snapshot.storage.orch.io | snapshot.storage.k8s.io
.storageclass.storage.orch.io/ | .storageclass.storage.k8s.io/
io.orch.api.core.v1.Pod | io.k8s.api.core.v1.Pod
signer orch.io/kube-apiserver-client | signer kubernetes.io/kube-apiserver-client
kubectl.orch.io/last-applied-configuration | kubectl.kubernetes.io/last-applied-configuration
a future Orch release | a future Kubernetes release
torch orchard orchestrate porch.io Orchard | torch orchard orchestrate porch.io Orchard
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string])

test.each(pairs)('[VO1] %s is %s in the reference’s words', (own, reference) => {
  expect(referenceText(own)).toBe(reference)
})

test('[VO1] a text in the reference’s words is unchanged', () => {
  for (const [, reference] of pairs) expect(referenceText(reference)).toBe(reference)
})
