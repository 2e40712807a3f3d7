// Makes responses of two servers comparable: random values, and values that depend on unrelated writes, are replaced by marks.
// Marks: <uid> / <new uid>   a uid that this scenario has returned before / a new one
//        <rv> / <new rv>     a resource version already returned for this uid / a new one; that of a list is always <rv>
//        <time> <microtime>  a time close to now, in seconds / with a fraction; other times are kept
//        <token> <jwt> <hash> <ip> <port> <address> <date> <duration> <pointer>, <age> in table cells,
//        PREFIX<random> for generated names, <x*N> for N equal characters, {name} for variables of the scenario
// A value that occurs literally in the scenario is kept, even if it looks random: the client chose it.
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
const random = '[bcdfghjklmnpqrstvwxz2456789]{5}'
const quote = (s) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const context = (vars = {}, source = '', base = '') => ({
  vars,
  source,
  base: base.replace(/^https?:\/\//, ''),
  versions: new Map(),
  uids: new Set(),
  prefixes: new Set(),
  generated: new Map(),
})
// Records the generateName of a request: responses contain this prefix, cut to 58 characters, and five random characters.
export const expectGenerated = (ctx, prefix) => {
  if (typeof prefix === 'string' && prefix) ctx.prefixes.add(prefix.slice(0, 58))
}

const nearNow = (t) => Math.abs(Date.parse(t) - Date.now()) < 3 * 86400e3
const markTime = (t, ctx) => (ctx.source.includes(t) || !nearNow(t) ? t : t.includes('.') ? '<microtime>' : '<time>')
const markUid = (u, ctx) => {
  if (ctx.source.includes(u)) return u
  const m = ctx.uids.has(u) ? '<uid>' : '<new uid>'
  ctx.uids.add(u)
  return m
}
const literal = (ctx, key, v) => ctx.source.includes(`"${key}":${JSON.stringify(v)}`)
const markIp = (v, ctx) => (/^\d+\.\d+\.\d+\.\d+$/.test(v) && !ctx.source.includes(v) ? '<ip>' : v)
const special = {
  creationTimestamp: markTime,
  deletionTimestamp: markTime,
  expirationTimestamp: (t) => (t ? '<time>' : t),
  continue: (v) => (v ? '<token>' : v),
  storageVersionHash: (v) => (v ? '<hash>' : v),
  serverAddress: () => '<address>',
  clusterIP: markIp,
  clusterIPs: markIp,
}
export function normalise(value, ctx, key = '') {
  if (Array.isArray(value)) {
    const list = value.map((v) => normalise(v, ctx, key === 'clusterIPs' ? key : ''))
    // The reference sorts entries by the second of their time, which is random here.
    if (key === 'managedFields')
      list.sort((a, b) => {
        const k = (m) => JSON.stringify([m?.operation, m?.manager, m?.apiVersion, m?.subresource])
        return k(a) < k(b) ? -1 : k(a) > k(b) ? 1 : 0
      })
    return key === 'cells'
      ? list.map((c) => (typeof c === 'string' && /^(\d+[smhdy]){1,2}$/.test(c) ? '<age>' : c))
      : list
  }
  if (value && typeof value === 'object') {
    const fresh = versionMark(value, ctx)
    if (
      typeof value.generateName === 'string' &&
      typeof value.name === 'string' &&
      !ctx.generated.has(value.name) &&
      new RegExp(`^${quote(value.generateName.slice(0, 58))}${random}$`).test(value.name)
    )
      ctx.generated.set(value.name, value.generateName.slice(0, 58) + '<random>')
    const out = new Map()
    // Keys that contain uids are in random order: replace the uids, then sort, and number equal keys.
    const entries = Object.keys(value)
      .sort()
      .map((k) => {
        const v = value[k]
        if (k === 'resourceVersion' && typeof v === 'string' && fresh) return [k, fresh]
        if (k === 'uid' && typeof v === 'string') return [k, v.replace(uuid, (u) => markUid(u, ctx))]
        if ((k === 'nodePort' || k === 'healthCheckNodePort') && v >= 30000 && !literal(ctx, k, v)) return [k, '<port>']
        return [normaliseText(k, ctx), normalise(v, ctx, k)]
      })
      .map(([k, v]) => [k, v, k + '\0' + (k.includes('<') ? JSON.stringify(v) : '')])
      .sort((a, b) => (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0))
    for (const [k, v] of entries) {
      let name = k
      for (let n = 2; out.has(name); n++) name = `${k}#${n}`
      out.set(name, v)
    }
    const done = maskTexts(Object.fromEntries(out))
    if (done.kind === 'Status' && Array.isArray(done.details?.causes)) orderCauses(done)
    return done
  }
  if (typeof value === 'string') return key in special ? special[key](value, ctx) : normaliseText(value, ctx)
  return value
}
// Masks descriptions of columns, parameters and fields, and build information: they are not behaviour, and differ by server.
export function maskTexts(value, inDocument = false) {
  if (!value || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    value.forEach((v) => maskTexts(v, inDocument))
    return value
  }
  if ('gitVersion' in value)
    for (const k of ['gitVersion', 'gitCommit', 'gitTreeState', 'buildDate', 'goVersion', 'compiler', 'platform'])
      if (k in value) value[k] = '<text>'
  const document = inDocument || 'openapi' in value || 'swagger' in value
  for (const c of Array.isArray(value.columnDefinitions) ? value.columnDefinitions : [])
    if (typeof c?.description === 'string') c.description = '<text>'
  if (document) {
    if (typeof value.description === 'string') value.description = '<text>'
    Object.values(value).forEach((v) => maskTexts(v, true))
  }
  return value
}
// Sorts consecutive causes about one map (fields that differ only in the [key] at the end), in the message too: the reference iterates
// over maps in random order.
function orderCauses(status) {
  const causes = status.details.causes,
    base = (c) =>
      c.reason === 'FieldManagerConflict'
        ? ''
        : String(c.field ?? '').replace(/\[[^\]]*\]$/, (m) => (/^\[\d+\]$/.test(m) ? m : ''))
  const text = (c) => `${c.field}: ${c.message}`,
    joined = (l) => [...new Set(l.map(text))].join(', '),
    sorted = []
  for (let i = 0; i < causes.length;) {
    let j = i
    while (j < causes.length && base(causes[j]) === base(causes[i])) j++
    sorted.push(
      ...causes
        .slice(i, j)
        .sort((a, b) =>
          a.message + a.field < b.message + b.field ? -1 : a.message + a.field > b.message + b.field ? 1 : 0,
        ),
    )
    i = j
  }
  if (typeof status.message === 'string') status.message = status.message.replace(joined(causes), () => joined(sorted))
  status.details.causes = sorted
}
function versionMark(o, ctx) {
  const v = o.resourceVersion
  if (typeof v !== 'string' || !/^\d+$/.test(v) || v === '0') return undefined
  if (typeof o.uid !== 'string' || !('creationTimestamp' in o))
    return literal(ctx, 'resourceVersion', v) ? undefined : '<rv>' // a list, or a reference to an object
  const seen = ctx.versions.get(o.uid) ?? new Set()
  ctx.versions.set(o.uid, seen)
  const mark = seen.has(v) ? '<rv>' : '<new rv>'
  seen.add(v)
  return mark
}
export function normaliseText(text, ctx) {
  let t = text.replace(/(.)\1{199,}/gs, (m, c) => `<${c}*${m.length}>`)
  for (const p of ctx.prefixes)
    t = t.replace(new RegExp(`${quote(p)}${random}(?![a-z0-9.])`, 'g'), (m) =>
      ctx.source.includes(m) ? m : p + '<random>',
    )
  for (const [name, mark] of ctx.generated) t = t.split(name).join(mark)
  t = t
    .replace(uuid, (u) => {
      if (ctx.source.includes(u)) return u
      ctx.uids.add(u)
      return '<uid>'
    })
    .replace(time, (m) => markTime(m, ctx))
  for (const [name, v] of Object.entries(ctx.vars))
    if (typeof v === 'string' && v.length > 5 && !/^\d+$/.test(v) && !ctx.source.includes(v))
      t = t.split(v).join(`{${name}}`)
  if (ctx.base) t = t.split(ctx.base).join('<address>')
  return t
    .replace(/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/g, '<jwt>')
    .replace(/too old resource version: \d+ \(\d+\)/g, 'too old resource version: <rv> (<rv>)')
    .replace(/Too large resource version: \d+, current: \d+/g, 'Too large resource version: <rv>, current: <rv>')
    .replace(
      /in the precondition \(([^)]*)\) does not match the ResourceVersion in record \(\d+\)/g,
      (m, v) =>
        `in the precondition (${/^\d+$/.test(v) && !literal(ctx, 'resourceVersion', v) ? '<rv>' : v}) does not match the ResourceVersion in record (<rv>)`,
    )
    .replace(/(ResourceVersion in precondition: )(\d+)/g, (m, a, v) =>
      literal(ctx, 'resourceVersion', v) ? m : a + '<rv>',
    )
    .replace(/(ResourceVersion in object meta: )\d+/g, '$1<rv>')
    .replace(/(resourceVersion\\*"?: ?\\*"?)(\d+)/g, (m, a, v) =>
      v === '0' || literal(ctx, 'resourceVersion', v) ? m : a + '<rv>',
    )
    .replace(/(ResourceVersion:\\*")\d+/g, '$1<rv>')
    .replace(/(?<!e\.g\. )\b10\.\d+\.\d+\.\d+\b(?!\/)/g, (m) => (ctx.source.includes(m) ? m : '<ip>'))
    .replace(/\b(hash=)[0-9A-F]{20,}/g, '$1<hash>')
    .replace(/\b0xc[0-9a-f]{9}\b/g, '<pointer>')
    .replace(new RegExp(`\\b${new Date().toISOString().slice(0, 10)}\\b`, 'g'), '<date>')
    .replace(/\b\d+(\.\d+)?[µm]s\b|\b\d+\.\d+s\b/g, (m) => (ctx.source.includes(m) ? m : '<duration>'))
}
