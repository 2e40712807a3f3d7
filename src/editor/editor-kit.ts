import { createDiffEditor } from './create-diff-editor.ts'
import { createTextEditor } from './create-text-editor.ts'
import { monaco } from './monaco.ts'
import { defineThemeFromTokens } from './theme.ts'

/** Sets Monaco's theme from the page's tokens. Call again after the page's theme changed. */
export function applyPageTheme(): void {
  const name = defineThemeFromTokens((theme, data) => monaco.editor.defineTheme(theme, data), document.documentElement)
  monaco.editor.setTheme(name)
}

export { createDiffEditor, createTextEditor }
