import type { Json } from '#api/json.ts'
import type { Moment, MomentEntry } from '#facts/moment.ts'
import { entriesMax, keyCharactersMax } from './limits.ts'
import { list, object, readTime, text, wholeNumber } from './read-fields.ts'
import { Unreadable } from './unreadable.ts'

/** Characters of a stored object; the server's limit is below it. */
const valueCharactersMax = 2 * 1024 * 1024

/** Reads a moment from the body of a request. @throws Unreadable [SH8] */
export function readMomentFields(value: Json | undefined): Moment {
  const fields = object(value, 'the moment')
  const entries = list(fields['entries'], 'the list of entries', entriesMax).map(readEntry)
  const [revision, compacted] = [
    wholeNumber(fields['revision'], 'the revision'),
    wholeNumber(fields['compacted'], 'the first revision'),
  ]
  if (compacted < 0 || revision < Math.max(1, compacted)) throw new Unreadable('its revisions contradict each other')
  let last = 0
  for (const entry of entries) {
    if (entry.revision <= last || entry.revision > revision) throw new Unreadable('its revisions do not increase')
    last = entry.revision
  }
  return {
    title: text(fields['title'], 'the title'),
    vocabulary: fields['vocabulary'] === 'kubernetes' ? 'kubernetes' : 'orch',
    revision,
    compacted,
    nowMs: readTime(fields['nowMs']),
    isFrozen: fields['isFrozen'] === true,
    seed: fields['seed'] === 'own' ? 'own' : 'none',
    without: list(fields['without'], 'the missing objects', entriesMax).map((key) =>
      text(key, 'a key', keyCharactersMax),
    ),
    entries,
  }
}

function readEntry(item: Json): MomentEntry {
  const { revision, key, value, timeMs, author } = object(item, 'an entry')
  const { actor, verb, manager } = object(author, 'an author')
  return {
    revision: wholeNumber(revision, 'a revision'),
    key: text(key, 'a key', keyCharactersMax),
    value: value === null ? null : text(value, 'a value', valueCharactersMax),
    timeMs: readTime(timeMs),
    author: { actor: text(actor, 'an author'), verb: text(verb, 'a verb'), manager: text(manager, 'a manager') },
  }
}
