import type { editor } from 'monaco-editor/editor'

type DefineTheme = (name: string, theme: editor.IStandaloneThemeData) => void

/** Maps Monaco's colour keys to the page's tokens. */
const colourTokens: Readonly<Record<string, string>> = {
  'editor.background': 'surface',
  'editor.foreground': 'text',
  'editorLineNumber.foreground': 'text-3',
  'editorLineNumber.activeForeground': 'text',
  'editorLineNumber.dimmedForeground': 'text-3',
  'editor.lineHighlightBackground': 'accent-soft',
  'editor.lineHighlightBorder': 'accent-soft',
  'editor.selectionBackground': 'accent-soft',
  'editor.findMatchBackground': 'accent-soft',
  'editorCursor.foreground': 'text',
  'editorError.foreground': 'refused-line',
  'editorWarning.foreground': 'glyph-quiet',
  'editorHoverWidget.background': 'raised',
  'editorWidget.background': 'raised',
  'editorWidget.foreground': 'text',
  'editorWidget.border': 'border-2',
  'editorIndentGuide.background1': 'border',
  'editorSuggestWidget.background': 'raised',
  'editorSuggestWidget.selectedBackground': 'accent-soft',
  'editorSuggestWidget.foreground': 'text',
  'editorSuggestWidget.selectedForeground': 'text',
  'editorSuggestWidget.selectedIconForeground': 'text-2',
  'editorSuggestWidget.highlightForeground': 'accent',
  'editorSuggestWidget.focusHighlightForeground': 'accent',
  'editorActionList.background': 'raised',
  'editorActionList.foreground': 'text',
  'editorActionList.focusBackground': 'accent-soft',
  'editorActionList.focusForeground': 'text',
  'editorHoverWidget.foreground': 'text',
  'editorHoverWidget.border': 'border-2',
  'editorHoverWidget.statusBarBackground': 'bg',
  'editorLightBulb.foreground': 'accent',
  'editorLightBulbAutoFix.foreground': 'accent',
  'editor.wordHighlightBackground': 'sunken',
  'editor.wordHighlightStrongBackground': 'sunken',
  'editor.selectionHighlightBackground': 'sunken',
  'editor.hoverHighlightBackground': 'sunken',
  'editor.foldBackground': 'sunken',
  'editor.findMatchHighlightBackground': 'sunken',
  'editorBracketMatch.background': 'accent-soft',
  'editorBracketMatch.border': 'accent-line',
  'editorGutter.foldingControlForeground': 'text-3',
  'editorSuggestWidget.border': 'border-2',
  'editorSuggestWidgetStatus.foreground': 'text-3',
  'editorMarkerNavigation.background': 'raised',
  'editorStickyScroll.background': 'surface',
  'widget.border': 'border-2',
  foreground: 'text',
  descriptionForeground: 'text-2',
  'icon.foreground': 'text-2',
  disabledForeground: 'text-3',
  errorForeground: 'refused',
  'textCodeBlock.background': 'sunken',
  'textLink.activeForeground': 'accent',
  'menu.background': 'raised',
  'menu.foreground': 'text',
  'menu.border': 'border-2',
  'menu.separatorBackground': 'border',
  'menu.selectionBackground': 'accent-soft',
  'menu.selectionForeground': 'text',
  'toolbar.hoverBackground': 'hover',
  'inputOption.activeBackground': 'accent-soft',
  'inputOption.activeForeground': 'text',
  'inputOption.activeBorder': 'accent',
  'input.placeholderForeground': 'text-3',
  'list.hoverForeground': 'text',
  'list.hoverBackground': 'hover',
  'list.focusBackground': 'accent-soft',
  'list.focusForeground': 'text',
  'textLink.foreground': 'accent',
  'editorGutter.background': 'surface',
  'input.background': 'surface',
  'input.foreground': 'text',
  'input.border': 'border-2',
  focusBorder: 'accent',
  'diffEditor.removedTextBackground': 'past-soft',
  'diffEditor.removedLineBackground': 'past-soft',
  'diffEditor.insertedTextBackground': 'live-soft',
  'diffEditor.insertedLineBackground': 'live-soft',
  'diffEditor.border': 'border',
  'diffEditor.unchangedCodeBackground': 'surface',
  'diffEditor.unchangedRegionBackground': 'bg',
  'diffEditor.unchangedRegionForeground': 'text-2',
  'diffEditorGutter.removedLineBackground': 'past-soft',
  'diffEditorGutter.insertedLineBackground': 'live-soft',
  'scrollbarSlider.background': 'border-2',
  'scrollbarSlider.hoverBackground': 'glyph-quiet',
  'scrollbarSlider.activeBackground': 'glyph-quiet',
}

/** Scopes are as specific as in the base themes, whose more specific rules would win. */
const codeTokens: Readonly<Record<string, string>> = {
  type: 'code-key',
  'type.yaml': 'code-key',
  'string.key.json': 'code-key',
  string: 'code-string',
  'string.yaml': 'code-string',
  'string.value.json': 'code-string',
  number: 'code-number',
  'number.yaml': 'code-number',
  'number.json': 'code-number',
  keyword: 'code-number',
  'keyword.json': 'code-number',
  'keyword.yaml': 'code-number',
  comment: 'code-comment',
  'comment.yaml': 'code-comment',
  function: 'code-fn',
}

const bases = { light: 'vs', dark: 'vs-dark', contrast: 'hc-black' } as const

/** Returns which of the three sets of tokens the page shows. */
export function pageTheme(root: HTMLElement): keyof typeof bases {
  const named = root.dataset['theme']
  if (named === 'light' || named === 'dark' || named === 'contrast') return named
  if (matchMedia('(prefers-contrast: more)').matches) return 'contrast'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Expands `#fff`, which minifiers produce from `#ffffff` and Monaco does not support. */
const wholeHex = (colour: string): string => colour.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3')

const hexByte = (text: string): string => Math.round(Number(text)).toString(16).padStart(2, '0')

/**
 * Turns a computed colour into the hex text that Monaco requires; other texts are returned as they are. With forced colours the
 * tokens are system colours such as `CanvasText`, which only the browser can resolve. [UI13]
 */
export function toHex(computed: string): string {
  const [, red, green, blue, alpha] =
    /^rgba?\(([\d.]+),? ([\d.]+),? ([\d.]+)(?:(?:,| \/) ([\d.]+))?\)$/.exec(computed) ?? []
  if (red === undefined || green === undefined || blue === undefined) return wholeHex(computed)
  const opacity = alpha === undefined ? '' : hexByte(String(Number(alpha) * 255))
  return `#${hexByte(red)}${hexByte(green)}${hexByte(blue)}${opacity}`
}

/** Reads tokens as hex colours, with an element that is in the page for as long as that takes. */
function withTokens<Result>(root: HTMLElement, use: (token: (word: string) => string) => Result): Result {
  const style = getComputedStyle(root)
  const probe = root.ownerDocument.createElement('span')
  root.append(probe)
  try {
    return use((word) => {
      const text = style.getPropertyValue(`--${word}`).trim()
      if (text.startsWith('#')) return wholeHex(text)
      probe.style.color = text
      return toHex(getComputedStyle(probe).color)
    })
  } finally {
    probe.remove()
  }
}

/** Defines Monaco's theme from the page's tokens and returns its name. The editor has no colour literals. */
export function defineThemeFromTokens(define: DefineTheme, root: HTMLElement): string {
  const theme = pageTheme(root)
  const name = `orchard-${theme}`
  withTokens(root, (token) =>
    define(name, {
      base: bases[theme],
      inherit: true,
      rules: Object.entries(codeTokens).map(([scope, word]) => ({
        token: scope,
        foreground: token(word).replace('#', ''),
      })),
      colors: Object.fromEntries(Object.entries(colourTokens).map(([key, word]) => [key, token(word)])),
    }),
  )
  return name
}
