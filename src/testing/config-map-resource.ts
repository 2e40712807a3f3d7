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
