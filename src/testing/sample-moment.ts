import type { MomentEntry, SharedMoment } from '#facts/moment.ts'

/** A moment with that many writes to six config maps, for tests and links that are kept. */
export function sampleMoment(writeCount: number): SharedMoment {
  const entries: MomentEntry[] = Array.from({ length: writeCount }, (_, at) => ({
    revision: 10 + at * 2,
    key: `/registry/configmaps/shop/map-${at % 6}`,
    value: at === 30 ? null : valueOf(at),
    timeMs: Date.UTC(2026, 10, 22, 14, 0, at),
    author: { actor: at % 2 === 0 ? 'alice' : 'bob', verb: at < 6 ? 'create' : 'update', manager: 'orchctl' },
  }))
  return {
    mode: 'edit',
    moment: {
      title: 'bookshop',
      vocabulary: 'orch',
      revision: 10 + (writeCount - 1) * 2,
      compacted: 9,
      nowMs: Date.UTC(2026, 10, 22, 14, 7, 42),
      isFrozen: true,
      seed: 'own',
      without: [],
      entries,
    },
    view: {
      room: 'lab',
      dock: 'revisions',
      work: 'yaml',
      object: { resourceId: 'v1.configmaps', namespace: 'shop', name: 'map-1' },
      at: null,
    },
    files: {},
    drafts: {},
    world: null,
    steps: [],
    watches: [],
  }
}

const valueOf = (at: number): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `map-${at % 6}`,
      namespace: 'shop',
      uid: `${String(at % 6).padStart(8, '0')}-0000-4000-8000-0123456789ab`,
      creationTimestamp: '2026-11-22T14:00:00Z',
      managedFields: [
        { manager: 'orchctl', operation: 'Update', time: `2026-11-22T14:00:${String(at).padStart(2, '0')}Z` },
      ],
    },
    data: { banner: 'Autumn books for everyone in town', vat: String(at), currency: 'EUR', note: 'Prices with tax' },
  })

/** The moment of the links that are kept for every version: every part of version 1 is in it. Never changed. [SH6] */
export function keptMoment(): SharedMoment {
  const sample = sampleMoment(40)
  const step = { title: 'Alice writes', text: 'Her copy is old.', notes: 'Ask the room first.' }
  return {
    ...sample,
    mode: 'present',
    moment: { ...sample.moment, without: ['/registry/services/default/kubernetes'] },
    view: { room: 'config', dock: 'watches', work: 'diff', object: null, at: 30 },
    files: { authorization: 'apiVersion: apiserver.config.orch.io/v1\nkind: AuthorizationConfiguration\n' },
    drafts: { 'v1.configmaps shop/map-1': 'data:\n  vat: "8"\n' },
    world: {
      authorizers: [{ name: 'authz', rules: [{ verb: 'get', decision: 'allow', reason: 'everyone' }] }],
      admission: [{ name: 'policy', rules: [{ resource: 'pods', action: 'deny', message: 'no pods' }] }],
      files: { '/etc/orch/authorizer.conf': 'kind: Config\n' },
      faults: { authz: { latencyMs: 100, isFailing: true, isMalformed: false, isExpired: false, isDown: false } },
    },
    steps: [
      { ...step, at: 30, object: { resourceId: 'v1.configmaps', namespace: 'shop', name: 'map-1' } },
      { ...step, at: null, object: null },
    ],
  }
}

/** The moment of the links that are kept for the parts that version 1 got after {@link keptMoment}. Never changed. [SH6] */
export function laterMoment(): SharedMoment {
  return {
    ...sampleMoment(6),
    watches: [
      {
        name: 'settings',
        path: '/api/v1/namespaces/shop/configmaps',
        labelSelector: 'shelf=a',
        fieldSelector: '',
        bookmarks: true,
        lastVersion: '14',
      },
    ],
    requests: [
      {
        timeMs: Date.UTC(2026, 10, 22, 14, 7, 40),
        method: 'PUT',
        url: '/api/v1/namespaces/shop/configmaps/map-1',
        verb: 'update',
        actor: 'alice',
        userAgent: 'kubectl/1.33',
        status: 409,
        reason: 'Conflict',
        durationMs: 3,
        bytesIn: 120,
        bytesOut: 812,
        wrote: 0,
      },
    ],
    lesson: { id: 'race-409', step: 2, isBegun: true, base: 9, kept: { version: '"14"' } },
    actors: { texts: { 'stock-bot': 'name: stock-bot\n' }, own: ['name: colours\n'] },
  }
}
