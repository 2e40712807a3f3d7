import type { EditorCompletion, LanguageService, TextSpan } from './language-service.ts'
import { monaco } from './monaco.ts'

type Model = monaco.editor.ITextModel

const kinds: Readonly<Record<EditorCompletion['kind'], keyof typeof monaco.languages.CompletionItemKind>> = {
  field: 'Field',
  value: 'Value',
  snippet: 'Snippet',
  variable: 'Variable',
  function: 'Function',
}

const rangeOf = (model: Model, { start, end }: TextSpan): monaco.Range =>
  monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end))

const spanOf = (model: Model, range: monaco.Range): TextSpan => ({
  start: model.getOffsetAt(range.getStartPosition()),
  end: model.getOffsetAt(range.getEndPosition()),
})

/** Registers the language service for one model. Returns a function that unregisters it. */
export function provideLanguage(model: Model, service: LanguageService): () => void {
  const language = model.getLanguageId()
  // Monaco registers providers per language, but other texts of the language have other services.
  const isOwn = (other: Model): boolean => other === model
  const endings = [
    monaco.languages.registerCompletionItemProvider(language, {
      triggerCharacters: ['.'],
      provideCompletionItems: async (asked, position) =>
        isOwn(asked) ? { suggestions: await suggestionsOf(asked, service, asked.getOffsetAt(position)) } : null,
    }),
    monaco.languages.registerHoverProvider(language, {
      provideHover: (asked, position) => (isOwn(asked) ? hoverOf(asked, service, asked.getOffsetAt(position)) : null),
    }),
    monaco.languages.registerCodeActionProvider(language, {
      provideCodeActions: (asked, range) => ({
        actions: isOwn(asked) ? actionsOf(asked, service, range) : [],
        dispose: () => undefined,
      }),
    }),
  ]
  return () => {
    for (const ending of endings) ending.dispose()
  }
}

async function suggestionsOf(
  model: Model,
  service: LanguageService,
  offset: number,
): Promise<monaco.languages.CompletionItem[]> {
  const items = await service.complete(model.getValue(), offset)
  return items.map((item, at) => ({
    label: item.label,
    kind: monaco.languages.CompletionItemKind[kinds[item.kind]],
    detail: item.detail,
    documentation: item.doc,
    insertText: item.insert,
    ...(item.isSnippet && { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet }),
    range: rangeOf(model, item.range),
    // Keeps the order of the service; the typed text only filters.
    sortText: String(at).padStart(4, '0'),
  }))
}

async function hoverOf(model: Model, service: LanguageService, offset: number): Promise<monaco.languages.Hover | null> {
  const found = await service.hover(model.getValue(), offset)
  if (found === undefined) return null
  const { title, doc, facts, range } = found
  return {
    range: rangeOf(model, range),
    contents: [{ value: `\`${title}\`` }, { value: doc }, { value: facts.join(' · ') }],
  }
}

const actionsOf = (model: Model, service: LanguageService, range: monaco.Range): monaco.languages.CodeAction[] =>
  service.fixes(model.getValue(), spanOf(model, range)).map(({ title, edits }, at) => ({
    title,
    kind: 'quickfix',
    isPreferred: at === 0,
    edit: {
      edits: edits.map((edit) => ({
        resource: model.uri,
        versionId: model.getVersionId(),
        textEdit: { range: rangeOf(model, edit.range), text: edit.text },
      })),
    },
  }))
