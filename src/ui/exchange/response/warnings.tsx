import { Icon } from '#ui/kit/icon.tsx'
import styles from './response.module.css'

/** Parses the texts of `Warning: 299 - "…"` headers, which the browser joins with commas. */
export function warningTexts(header: string): readonly string[] {
  return [...header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => (text ?? '').replace(/\\(.)/g, '$1'))
}

/** Shows each warning in a separate row. */
export function Warnings({ headers }: { readonly headers: readonly (readonly [string, string])[] }) {
  const texts = headers.filter(([name]) => name === 'warning').flatMap(([, value]) => warningTexts(value))
  return texts.map((text) => (
    <p key={text} className={styles.warning}>
      <Icon name="warn" /> <b>Warning 299</b> <code>{text}</code>
    </p>
  ))
}
