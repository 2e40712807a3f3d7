/** ConfigMaps as the page finds them in discovery documents. */
export const configMapResource = {
  id: 'v1.configmaps',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
  verbs: [],
  shortNames: [],
}

/** Deployments, likewise. */
export const deploymentResource = {
  id: 'apps.v1.deployments',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
  verbs: [],
  shortNames: [],
}
