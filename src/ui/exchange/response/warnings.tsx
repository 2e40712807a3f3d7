import { Icon } from '#ui/kit/icon.tsx'
import styles from './response.module.css'

/** Texts of `Warning: 299 - "…"` headers, joined by the browser with commas. */
export function warningTexts(header: string): readonly string[] {
  return [...header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => (text ?? '').replace(/\\(.)/g, '$1'))
}

/** Each warning in a row of its own. */
export function Warnings({ headers }: { readonly headers: readonly (readonly [string, string])[] }) {
  const texts = headers.filter(([name]) => name === 'warning').flatMap(([, value]) => warningTexts(value))
  return texts.map((text) => (
    <p key={text} className={styles.warning}>
      <Icon name="warn" /> <b>Warning 299</b> <code>{text}</code>
    </p>
  ))
}
