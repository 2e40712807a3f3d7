import { numberText } from '#ui/model/words.ts'
import type { Form } from './read-forms.ts'
import styles from './bytes.module.css'

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : (part / whole) * 100}%`

/** The size of each form, before and after gzip, on one scale. Gzip makes small objects larger. [BY3] */
export function Sizes({ forms }: { readonly forms: readonly Form[] }) {
  const largest = Math.max(...forms.map(({ bytes, gzipBytes }) => Math.max(bytes.byteLength, gzipBytes)))
  return (
    <ul className={styles.sizes} aria-label="Sizes" data-testid="bytes-sizes">
      {forms.map(({ id, title, bytes: { byteLength: size }, gzipBytes, refused }) => (
        <li key={id} data-size={id}>
          <b>{title}</b>
          {refused === '' ? (
            <>
              <span className={styles.bar} aria-hidden="true">
                <i style={{ width: percent(Math.max(size, gzipBytes), largest) }} />
                <i style={{ width: percent(Math.min(size, gzipBytes), largest) }} />
              </span>
              <code>{numberText(size)} B</code>
              <small>
                {numberText(gzipBytes)} gzip{gzipBytes > size && ', larger'}
              </small>
            </>
          ) : (
            <small>not served</small>
          )}
        </li>
      ))}
    </ul>
  )
}
