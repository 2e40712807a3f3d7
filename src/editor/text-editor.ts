import type { editor } from 'monaco-editor/editor'
import type { LanguageService, TextSpan } from './language-service.ts'

export type EditorLanguage = 'yaml' | 'json' | 'plaintext'

export interface TextEditorOptions {
  readonly text: string
  readonly language: EditorLanguage
  readonly readOnly?: boolean
  /** Read out by screen readers. */
  readonly label: string
  /** Called with the whole text after a change that a person made, not after {@link TextEditor.setText}. */
  readonly onChange?: (text: string) => void
  /** Ctrl/Cmd+Enter inside the editor. */
  readonly onSubmit?: () => void
  readonly onCursorLine?: (line: number) => void
  /** The line under the pointer; `null` when it leaves the editor. */
  readonly onHoverLine?: (line: number | null) => void
  /** Completion, hover and quick fixes of this text. */
  readonly service?: LanguageService
  /** F8 and ⇧F8 inside the editor: the next problem, or the one before. */
  readonly onProblemKey?: (step: 1 | -1) => void
  /** Where the caret is now, from 0. */
  readonly onCaret?: (offset: number) => void
  /** Grows with its text between these heights, in px, instead of filling its host. */
  readonly fit?: { readonly min: number; readonly max: number }
}

/** One thing to underline; lines and columns count from 1. */
export interface EditorMarker {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Whole lines to tint, by the name of a CSS class. */
export interface LineTint {
  readonly line: number
  /** Last line; the same one unless told. */
  readonly endLine?: number
  readonly className: string
  /** Only a mark beside the line numbers; for texts with a service. */
  readonly isEdge?: boolean
}

/** Room under a line, in px, for something that the page draws over the editor. */
export interface EditorZone {
  readonly afterLine: number
  readonly height: number
}

/** A Monaco editor behind a small door; everything else of Monaco stays in this room. */
export interface TextEditor {
  getText(): string
  /** Replaces the text and keeps scroll position and cursor where it can. */
  setText(text: string): void
  setLanguage(language: EditorLanguage): void
  setReadOnly(readOnly: boolean): void
  setMarkers(markers: readonly EditorMarker[]): void
  setLineTints(tints: readonly LineTint[]): void
  /** Keeps room free under lines; whoever draws there follows {@link TextEditor.onLayout}. */
  setZones(zones: readonly EditorZone[]): void
  revealLine(line: number): void
  /** Calls `draw` now and whenever lines move; for gutters that scroll with the text. Returns the end of it. */
  onLayout(draw: (layout: EditorLayout) => void): () => void
  /** Selects a part of the text and shows it. */
  select(span: TextSpan): void
  /** Changes parts of the text as a person's edit: it can be undone, and is told to `onChange`. */
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
  /** Height of what is in view, in px. */
  readonly height: number
  /** Where the text begins, and how wide a sign is, in px. */
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
