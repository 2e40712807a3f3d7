import { isObject, type JsonObject, textOf } from '#api/json.ts'
import type { DecisionStep } from '#facts/config-api.ts'
import { classes } from '#ui/kit/button.tsx'
import { spanMs } from '#ui/rooms/access/state/waterfall.ts'
import { yamlLines } from './yaml-lines.ts'
import styles from './reviews.module.css'

/** Moves the user before the request attributes for readability; the wire order is the reverse. */
function userFirst({ resourceAttributes, nonResourceAttributes, ...who }: JsonObject): JsonObject {
  const asked = isObject(resourceAttributes)
    ? { resourceAttributes }
    : { nonResourceAttributes: nonResourceAttributes ?? {} }
  return { ...who, ...asked }
}

/** Shows the review sent to the last webhook that was called, and its response. */
export function Reviews({ steps }: { readonly steps: readonly DecisionStep[] }) {
  const step = steps.findLast(({ review }) => review !== null)
  if (step === undefined || step.review === null) return null
  const { review, answer, isCached } = step.review
  const { kind, apiVersion, spec } = review
  const version = typeof apiVersion === 'string' ? (apiVersion.split('/')[1] ?? '') : ''
  return (
    <div className={styles.reviews}>
      {/* A scrollable box must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label="Review sent" tabIndex={0}>
        <h3>
          {textOf(kind)} {version} <span>{isCached ? `as it was sent to ${step.name}` : `sent to ${step.name}`}</span>
        </h3>
        <Yaml object={{ spec: isObject(spec) ? userFirst(spec) : {} }} />
      </section>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label="Answer" tabIndex={0}>
        <h3>
          Answer <span>{isCached ? 'cached' : spanMs(step.durationMs)}</span>
        </h3>
        {answer === null ? (
          <p className={styles.failed}>{step.error}</p>
        ) : (
          <Yaml
            object={{
              status: {
                allowed: answer.allowed,
                denied: answer.denied,
                ...(answer.reason === '' ? {} : { reason: answer.reason }),
              },
            }}
          />
        )}
      </section>
    </div>
  )
}

/** An object as YAML, for display. */
export function Yaml({ object }: { readonly object: JsonObject }) {
  return (
    <pre className={styles.yaml}>
      {yamlLines(object).map(({ depth, key, text, tone }, at) => (
        // Lines of one text never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} style={{ paddingLeft: `${depth * 2}ch` }}>
          <span className={styles.key}>{key}</span>: <span className={classes(styles[tone])}>{text}</span>
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
