import type { TextSpan } from './language-service.ts'
import { lineEdits } from './line-edits.ts'
import { monaco } from './monaco.ts'
import { provideLanguage } from './provide-language.ts'
import {
  type EditorLayout,
  type EditorMarker,
  sharedOptions,
  type TextEditor,
  type TextEditorOptions,
} from './text-editor.ts'

type CodeEditor = monaco.editor.IStandaloneCodeEditor

/** Options for texts with a language service: no links, which would leave the page. */
const languageOptions = {
  quickSuggestions: { other: true, strings: true, comments: false },
  links: false,
  guides: { indentation: false },
  inlayHints: { enabled: 'off' },
  hover: { above: false },
  // It would cover the first letter of the line below; the page has a button and a key.
  lightbulb: { enabled: monaco.editor.ShowLightbulbIconMode.Off },
} as const

/** Creates an editor in `host`; the caller must dispose it. */
export function createTextEditor(host: HTMLElement, options: TextEditorOptions): TextEditor {
  const model = monaco.editor.createModel(options.text, options.language)
  const code = monaco.editor.create(host, {
    ...sharedOptions,
    model,
    readOnly: options.readOnly ?? false,
    ariaLabel: options.label,
    // CEL expressions are YAML strings, so suggestions are enabled in strings too.
    ...(options.service === undefined ? {} : languageOptions),
    ...(options.wraps === true ? { wordWrap: 'on' as const } : {}),
    ...(options.hasEdge === true ? { glyphMargin: true, lineDecorationsWidth: 6 } : {}),
    ...(options.fit === undefined ? {} : { scrollbar: { alwaysConsumeMouseWheel: false } }),
  })
  const tints = code.createDecorationsCollection()
  const endService = options.service === undefined ? () => undefined : provideLanguage(model, options.service)
  let ownChange = false
  listen(code, options, () => ownChange)
  followTab(code, () => ownChange)
  if (options.fit !== undefined) fitHeight(host, code, options.fit)
  return {
    getText: () => model.getValue(),
    setText(text) {
      if (text === model.getValue()) return
      ownChange = true
      replaceText(code, model, text)
      ownChange = false
    },
    setLanguage: (language) => monaco.editor.setModelLanguage(model, language),
    setReadOnly: (readOnly) => code.updateOptions({ readOnly }),
    setMarkers: (markers) => monaco.editor.setModelMarkers(model, 'orchard', markers.map(toMarker)),
    setLineTints(lines) {
      tints.set(
        lines.map(({ line, endLine = line, className, isEdge = false }) => ({
          range: new monaco.Range(line, 1, endLine, 1),
          options: isEdge
            ? { glyphMarginClassName: className }
            : { isWholeLine: true, className, marginClassName: className },
        })),
      )
    },
    setZones: keepZones(code),
    revealLine(line) {
      code.revealLineInCenterIfOutsideViewport(line)
      code.setPosition({ lineNumber: line, column: 1 })
    },
    scrollTo: (top) => code.setScrollTop(top),
    showLine: (line) => code.revealLineInCenterIfOutsideViewport(line),
    onLayout: (draw) => followLayout(code, draw),
    ...writing(code, model),
    focus: () => code.focus(),
    hasFocus: () => code.hasTextFocus(),
    dispose() {
      endService()
      code.dispose()
      model.dispose()
    },
  }
}

/** Tab passes through an editor until the person types, so that it never changes a text by itself. [UI21] */
function followTab(code: CodeEditor, isOwnChange: () => boolean): void {
  const setPasses = (tabFocusMode: boolean): void => code.updateOptions({ tabFocusMode })
  setPasses(true)
  code.onDidChangeModelContent(() => {
    if (!isOwnChange() && code.hasTextFocus()) setPasses(false)
  })
  code.onDidBlurEditorText(() => setPasses(true))
}

/** Turns the text into another by edits of whole lines, so that a caret moves with its line. */
function replaceText(code: CodeEditor, model: monaco.editor.ITextModel, text: string): void {
  const top = code.getScrollTop()
  const edits = lineEdits(model.getValue(), text)
  model.pushEditOperations(
    [],
    edits.map((edit) => ({ range: rangeOf(model, edit.range), text: edit.text })),
    () => null,
  )
  code.setScrollTop(top)
}

const rangeOf = (model: monaco.editor.ITextModel, { start, end }: TextSpan): monaco.Range =>
  monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end))

/** Returns the functions that select and edit parts of the text. */
function writing(code: CodeEditor, model: monaco.editor.ITextModel): Pick<TextEditor, 'select' | 'edit' | 'showFixes'> {
  return {
    select(span) {
      const range = rangeOf(model, span)
      code.setSelection(range)
      code.revealRangeInCenterIfOutsideViewport(range)
    },
    edit(edits) {
      code.pushUndoStop()
      code.executeEdits(
        'orchard',
        edits.map(({ range, text }) => ({ range: rangeOf(model, range), text })),
      )
      code.pushUndoStop()
    },
    showFixes() {
      code.focus()
      code.trigger('orchard', 'editor.action.quickFix', {})
    },
  }
}

function listen(code: CodeEditor, options: TextEditorOptions, isOwnChange: () => boolean): void {
  code.onDidChangeModelContent(() => {
    if (!isOwnChange()) options.onChange?.(code.getModel()?.getValue() ?? '')
  })
  code.onDidChangeCursorPosition(({ position }) => options.onCursorLine?.(position.lineNumber))
  code.onMouseMove(({ target }) => options.onHoverLine?.(target.position?.lineNumber ?? null))
  code.onMouseLeave(() => options.onHoverLine?.(null))
  code.onDidChangeCursorPosition(({ position }) => options.onCaret?.(code.getModel()?.getOffsetAt(position) ?? 0))
  const { onSubmit, onProblemKey } = options
  if (onProblemKey !== undefined) {
    for (const step of [1, -1] as const) {
      code.addAction({
        id: `orchard.problem.${step}`,
        label: step === 1 ? 'Next problem' : 'Previous problem',
        keybindings: [(step === 1 ? 0 : monaco.KeyMod.Shift) | monaco.KeyCode.F8],
        run: () => onProblemKey(step),
      })
    }
  }
  if (onSubmit !== undefined) {
    code.addAction({
      id: 'orchard.submit',
      label: 'Send to the server',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
      run: () => onSubmit(),
    })
  }
}

/** Returns a function that sets the zones below lines; each call replaces the previous zones. */
function keepZones(code: CodeEditor): TextEditor['setZones'] {
  let ids: readonly string[] = []
  return (zones) => {
    code.changeViewZones((accessor) => {
      for (const id of ids) accessor.removeZone(id)
      ids = zones.map(({ afterLine, height }) =>
        accessor.addZone({
          afterLineNumber: afterLine,
          heightInPx: height,
          domNode: document.createElement('div'),
          showInHiddenAreas: true,
        }),
      )
    })
  }
}

function fitHeight(host: HTMLElement, code: CodeEditor, { min, max }: { min: number; max: number }): void {
  const fit = (): void => {
    host.style.height = `${Math.min(max, Math.max(min, code.getContentHeight()))}px`
  }
  code.onDidContentSizeChange(fit)
  fit()
}

const toMarker = (marker: EditorMarker): monaco.editor.IMarkerData => ({
  startLineNumber: marker.startLine,
  startColumn: marker.startColumn,
  endLineNumber: marker.endLine,
  endColumn: marker.endColumn,
  message: marker.message,
  severity: marker.severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
})

function followLayout(code: CodeEditor, draw: (layout: EditorLayout) => void): () => void {
  const tell = (): void =>
    draw({
      scrollTop: code.getScrollTop(),
      lineHeight: code.getOption(monaco.editor.EditorOption.lineHeight),
      lineCount: code.getModel()?.getLineCount() ?? 0,
      height: code.getLayoutInfo().height,
      contentLeft: code.getLayoutInfo().contentLeft,
      charWidth: code.getOption(monaco.editor.EditorOption.fontInfo).typicalHalfwidthCharacterWidth,
      topOfLine: (line) => code.getTopForLineNumber(line),
    })
  const ends = [code.onDidScrollChange(tell), code.onDidContentSizeChange(tell), code.onDidLayoutChange(tell)]
  tell()
  return () => {
    for (const end of ends) end.dispose()
  }
}
