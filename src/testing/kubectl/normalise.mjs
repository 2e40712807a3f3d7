// Makes transcripts of two runs or two servers comparable: values that are random, or depend on time or place, are replaced by marks.
// Marks: {ns} <tmp> <n> <server> <version> <uid> <rv> <time> <age> <duration> <ip> <port> <hash> <jwt> <token> <cert> PREFIX<random>
// Columns after a mark are separated by three spaces, because the width of the replaced value is random too.
// Consecutive "* field: message" lines are sorted: the reference iterates over maps in random order.
// A value that occurs literally in the scenario is kept: the client chose it.
import os from 'node:os'
const quote = (s) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const rfc3339 = /\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)/g
const described = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g
const stamp = /\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? [+-]\d{4}( \w+)?/g
const suffix = '[bcdfghjklmnpqrstvwxz2456789]{5}'
const nearNow = (text) => Math.abs(Date.parse(text) - Date.now()) < 3 * 86400e3

// Creates the function that normalizes the transcripts of one scenario. `source` is the scenario as text, `home` its temporary folder,
// `server` "host:port", `ns` its namespace.
export const normaliser = ({ source, home, server, ns }) => {
  const chosen = (text) => source.includes(text)
  const unless = (mark) => (m) => (chosen(m) ? m : mark)
  const prefixes = [...source.matchAll(/generateName\\?"?: *\\?"?([a-z0-9{}.-]+-)/g)].map((m) =>
    m[1].replaceAll('{ns}', ns),
  )
  const rules = [
    [new RegExp(quote(home), 'g'), '<tmp>'],
    [/\b(LIVE|MERGED)-\d+/g, '$1-<n>'],
    [/\bkubectl-edit-\d+/g, 'kubectl-edit-<n>'],
    [/^([IWEF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ (?=\S+\.go:\d+\])/gm, '$1<time> '],
    [new RegExp(`${quote(os.tmpdir())}/[^\\s"':,]*`, 'g'), '<tmp>'],
    [/\/tmp\/[^\s"':,]*/g, '<tmp>'],
    ...prefixes.map((p) => [new RegExp(`${quote(p)}${suffix}(?![a-z0-9.-])`, 'g'), `${p}<random>`]),
    [new RegExp(quote(ns), 'g'), '{ns}'],
    [/("serverAddress": ?")[^"]+/g, '$1<server>'],
    [new RegExp(`https?://${quote(server)}`, 'g'), '<server>'],
    [new RegExp(quote(server), 'g'), '<server>'],
    [/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/g, '<jwt>'],
    [/("?continue"?: "?)[\w=-]{20,}/g, '$1<token>'],
    [uuid, unless('<uid>')],
    [
      /(Server Version: |"gitVersion": ")v1\.\d+\.\d+\S*?(?="|$)/gm,
      (m, a, at, whole) =>
        a[0] === 'S' || whole.lastIndexOf('serverVersion', at) > whole.lastIndexOf('clientVersion', at)
          ? `${a}<version>`
          : m,
    ],
    [rfc3339, (m) => (chosen(m) || !nearNow(m) ? m : '<time>')],
    [described, '<time>'],
    [stamp, '<time>'],
    [
      /(\bresourceVersion\\*"?: *\\*")(\d+)/g,
      (m, a, v) => (v === '0' || chosen(`resourceVersion":"${v}"`) ? m : `${a}<rv>`),
    ],
    [/(Resource Version: +)\d+/g, '$1<rv>'],
    [/(resource[vV]ersion (?:of )?)\d+/g, '$1<rv>'],
    [/(resource version to be \d+, was )\d+/g, '$1<rv>'],
    [/(resource version: )\d+( \(\d+\))?/g, '$1<rv>'],
    [/(pod-template-hash[=:] *"?)[a-z0-9]{8,10}/g, '$1<hash>'],
    [/(controller-uid[=:] *"?)[a-f0-9-]+/g, '$1<uid>'],
    [/\b(LS0tLS1[\w+/=]+)/g, unless('<cert>')],
    [
      /\b10\.\d{1,3}\.\d{1,3}\.\d{1,3}\b(?!\/)( {2,})?/g,
      (m, pad) => (chosen(m.trim()) ? m : `<ip>${pad ? '   ' : ''}`),
    ],
    [
      /(?<=:|nodePort"?: *|NodePort: +\S+ +)(3[012]\d{3})\b(\/\w+)?( {2,})?/g,
      (m, port, proto = '', pad) => (chosen(port) ? m : `<port>${proto}${pad ? '   ' : ''}`),
    ],
    [
      /((?:took|after|in|duration:?) )\d+(\.\d+)?(µs|ms|s)\b/g,
      (m) => (chosen(m) ? m : m.replace(/\S+$/, '<duration>')),
    ],
    [/\b\d+(\.\d+)?(µs|ms)\b|\b\d+\.\d+s\b/g, unless('<duration>')],
    [
      /(?<=^|\s{2}|Age: |over |\()(\d+[smhdy]){1,2}( ago\))?(?=[\s)]|$)( {2,})?/gm,
      (m, a, ago = '', pad) => (/^\d+m\s*$/.test(m) && chosen(m.trim()) ? m : `<age>${ago}${pad ? '   ' : ''}`),
    ],
    [/\b(CLUSTER-IP|AGE|PORT\(S\)|LAST SEEN) {2,}/g, '$1   '],
  ]
  const sorted = (run) =>
    run
      .split(/(?<=\n)/)
      .sort()
      .join('')
  return (text) => rules.reduce((t, [pattern, mark]) => t.replace(pattern, mark), text).replace(/(^\* .*\n)+/gm, sorted)
}

// `explain` prints the server's own descriptions: only the structure is compared (headings, fields and their types).
export const outline = (text) =>
  text
    .split('\n')
    .filter((l) => /^[A-Z]+:|^\s*\S+\t<|^\s*(enum|ENUM)\b/.test(l))
    .map((l) => l.replace(/^(DESCRIPTION):.*/, '$1:'))
    .join('\n') + '\n'
