import { changeStep, type DraftStep } from '#lesson/build/draft.ts'
import { focusNames } from '#lesson/focus-names.ts'
import { placeOf } from '#record/exchange.ts'
import { Segments } from '#ui/kit/segments.tsx'
import type { Build } from './build.ts'
import { Field } from './field.tsx'
import styles from './form.module.css'

/** The panels that most steps point to. */
const usual: readonly string[] = ['yaml', 'request', 'race', 'revisions', 'watches', 'rail']

const titles: Readonly<Record<string, string>> = { yaml: 'YAML', 'patch-quad': 'Patch quad' }

const titleOf = (name: string): string => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1)

const choices = ['', ...usual].map((value) => ({ value, label: value === '' ? 'None' : titleOf(value) }))

/** The objects that the recording and the steps name, in their order, and the one that the step marks already. */
function markable({ draft, lesson }: Build, mark: string): readonly string[] {
  const written = lesson.steps.flatMap(({ scene, answer }) => [...scene, ...answer])
  const named = [...draft.recorded, ...written].flatMap(({ target }) => {
    const path = placeOf(target)?.object ?? ''
    // A path with a mark for a value has no fixed object.
    return path === '' || path.includes('<<') ? [] : [path]
  })
  return [...new Set(mark === '' ? named : [mark, ...named])]
}

function markText(path: string): string {
  const place = placeOf(path)
  return place === null ? path : `${place.resource}/${place.name}`
}

/** The panel that a step opens, and the object that it selects. [LSN34] */
export function FocusField({ build, step }: { readonly build: Build; readonly step: DraftStep }) {
  const { focus, mark = '', key } = step
  const set = (part: Partial<DraftStep>) => build.change((now) => changeStep(now, key, part))
  const isOther = focus !== '' && !usual.includes(focus)
  return (
    <Field label="Focus" note="the panel that opens">
      {() => (
        <div className={styles.focus}>
          <Segments label="Focus" choices={choices} value={focus} onChange={(value) => set({ focus: value })} />
          <select
            className={styles.text}
            aria-label="Another panel"
            value={isOther ? focus : ''}
            onChange={({ target }) => set({ focus: target.value })}
          >
            <option value="">another…</option>
            {focusNames
              .filter((name) => !usual.includes(name))
              .map((name) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
          </select>
          <label>
            and mark{' '}
            <select className={styles.text} value={mark} onChange={({ target }) => set({ mark: target.value })}>
              <option value="">nothing</option>
              {markable(build, mark).map((path) => (
                <option key={path} value={path}>
                  {markText(path)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
    </Field>
  )
}
