/** A string as Go quotes it, in a message. */
const quoted = /"(?:\\.|[^"\\])*"/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const uid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Placeholders of varying values in recordings: `<new rv>`, `<time>`, `{ns}`. */
const mark = /<[a-z][a-z ]*(?:#\d+)?>|\{[A-Za-z_]\w*\}/g
const digits = /\d+/g
/** A key or an index after a field, such as `ports[0]` or `data[a b]`. */
const index = /\[[^\]]*\]/g
/** A field of a conflict in the text of a refused apply. */
const conflictLine = /^- \..*$/gm

/** Replaces the values in a message that depend on the object by `#`, so that messages of other objects compare equal. */
export const messageShape = (message: string): string =>
  message
    .replace(conflictLine, '- field')
    .replace(quoted, '#')
    .replace(time, '#')
    .replace(uid, '#')
    .replace(mark, '#')
    .replace(index, '[]')
    .replace(digits, '#')

/** Replaces keys and indexes in the path of a field. */
export const fieldShape = (field: string): string => field.replace(index, '[]')
