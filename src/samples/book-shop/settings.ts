import { labels, type Manifest } from './manifest.ts'

export const shopNamespace: Manifest = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shop', labels: { team: 'storefront' } },
}

/** Deleted during the story; it remains until both finalizers are removed. */
export const stagingNamespace: Manifest = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'staging',
    labels: { team: 'storefront' },
    finalizers: ['shop.example/release-ip', 'shop.example/export-ledger'],
  },
}

export const webSettings: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web-settings', namespace: 'shop', labels: labels('web', 'front') },
  data: {
    'banner.txt': 'Summer reading: three for two',
    'settings.yaml': 'currency: EUR\nfreeShippingFrom: 40\nlanguages: [de, en, fr]\n',
  },
}

export const sessionSecret: Manifest = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'web-session', namespace: 'shop', labels: labels('web', 'front') },
  type: 'Opaque',
  data: { 'cookie-key': 'bm90LWEtcmVhbC1zZWNyZXQ=' },
}

export const paymentSecret: Manifest = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'payments', namespace: 'shop', labels: labels('cart', 'middle') },
  type: 'Opaque',
  data: { 'api-token': 'dGVzdC0wMDAwLTAwMDA=' },
}

/** A test in `staging`: two ConfigMaps that are deleted together. */
export const rehearsals: readonly Manifest[] = ['web-settings', 'ledger'].map((name) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'staging', labels: { purpose: 'rehearsal' } },
  data: { 'note.txt': 'Rehearsal, please ignore' },
}))
