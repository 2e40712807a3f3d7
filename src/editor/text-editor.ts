import type { editor } from 'monaco-editor/editor'
import type { LanguageService, TextSpan } from './language-service.ts'

export type EditorLanguage = 'yaml' | 'json' | 'plaintext'

export interface TextEditorOptions {
  readonly text: string
  readonly language: EditorLanguage
  readonly readOnly?: boolean
  /** Accessible name for screen readers. */
  readonly label: string
  /** Called with the whole text after an edit by the user, not after {@link TextEditor.setText}. */
  readonly onChange?: (text: string) => void
  /** Called on Ctrl/Cmd+Enter inside the editor. */
  readonly onSubmit?: () => void
  readonly onCursorLine?: (line: number) => void
  /** Called with the line under the pointer; `null` when the pointer leaves the editor. */
  readonly onHoverLine?: (line: number | null) => void
  /** Completion, hover and quick fixes of this text. */
  readonly service?: LanguageService
  /** True for glyphs next to the line numbers, as `isEdge` tints. */
  readonly hasEdge?: boolean
  /** True to wrap lines that are longer than the editor is wide. */
  readonly wraps?: boolean
  /** Called on F8 (1) and ⇧F8 (-1) inside the editor: the next or previous problem. */
  readonly onProblemKey?: (step: 1 | -1) => void
  /** Called with the offset of the caret, from 0. */
  readonly onCaret?: (offset: number) => void
  /** If set, the height follows the text between these bounds, in px, instead of filling the host. */
  readonly fit?: { readonly min: number; readonly max: number }
}

/** A range to underline; lines and columns count from 1. */
export interface EditorMarker {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Whole lines to highlight, by a CSS class. */
export interface LineTint {
  readonly line: number
  /** Last line. Default: `line`. */
  readonly endLine?: number
  readonly className: string
  /** True for a mark next to the line numbers only; for texts with a language service. */
  readonly isEdge?: boolean
}

/** Space below a line, in px, for something that the page draws over the editor. */
export interface EditorZone {
  readonly afterLine: number
  readonly height: number
}

/** The interface to a Monaco editor; the rest of Monaco is private to this room. */
export interface TextEditor {
  getText(): string
  /** Replaces the text and keeps scroll position and cursor where possible. */
  setText(text: string): void
  setLanguage(language: EditorLanguage): void
  setReadOnly(readOnly: boolean): void
  setMarkers(markers: readonly EditorMarker[]): void
  setLineTints(tints: readonly LineTint[]): void
  /** Reserves space below lines. The code that draws there follows {@link TextEditor.onLayout}. */
  setZones(zones: readonly EditorZone[]): void
  revealLine(line: number): void
  /** Scrolls to a line that is out of view, without moving the caret. */
  showLine(line: number): void
  /** Scrolls vertically, in px. */
  scrollTo(top: number): void
  /**
   * Calls `draw` now and whenever lines move; for gutters that scroll with the text. Returns a function that stops it.
   */
  onLayout(draw: (layout: EditorLayout) => void): () => void
  /** Selects a range of the text and reveals it. */
  select(span: TextSpan): void
  /** Edits parts of the text like a user: the edit can be undone, and `onChange` is called. */
  edit(edits: readonly { readonly range: TextSpan; readonly text: string }[]): void
  /** Opens the list of quick fixes at the caret. */
  showFixes(): void
  focus(): void
  hasFocus(): boolean
  dispose(): void
}

export interface EditorLayout {
  readonly scrollTop: number
  readonly lineHeight: number
  readonly lineCount: number
  /** Height of the visible area, in px. */
  readonly height: number
  /** Left offset of the text and width of a character, in px. */
  readonly contentLeft: number
  readonly charWidth: number
  topOfLine(line: number): number
}

export const sharedOptions: editor.IEditorOptions & editor.IGlobalEditorOptions = {
  automaticLayout: true,
  fontFamily: 'var(--font-mono)',
  fontSize: 12.5,
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: false },
  renderLineHighlight: 'line',
  overviewRulerBorder: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  fixedOverflowWidgets: true,
  padding: { top: 4, bottom: 4 },
  scrollBeyondLastLine: false,
  lineNumbersMinChars: 3,
  glyphMargin: false,
  folding: true,
  wordBasedSuggestions: 'off',
  stickyScroll: { enabled: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  contextmenu: true,
  'semanticHighlighting.enabled': false,
  bracketPairColorization: { enabled: false },
  detectIndentation: false,
  tabSize: 2,
  insertSpaces: true,
  unicodeHighlight: { ambiguousCharacters: false },
}
