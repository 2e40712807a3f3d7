import { labels, type Manifest } from './manifest.ts'

/** The custom kind of the shop: books, with a schema, a CEL rule and printer columns. */
export const bookDefinition: Manifest = {
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'books.catalog.example' },
  spec: {
    group: 'catalog.example',
    scope: 'Namespaced',
    names: { plural: 'books', singular: 'book', kind: 'Book', shortNames: ['bk'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Author', type: 'string', jsonPath: '.spec.author' },
          { name: 'Stock', type: 'integer', jsonPath: '.spec.stock' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['title', 'author'],
                properties: {
                  title: { type: 'string', minLength: 1, description: 'Title on the cover.' },
                  author: { type: 'string', description: 'Name of the author.' },
                  isbn: { type: 'string', pattern: '^[0-9-]{10,17}$' },
                  price: { type: 'string', default: '9.90', description: 'Price in the currency of the shop.' },
                  stock: { type: 'integer', minimum: 0, default: 0, description: 'Copies on the shelf.' },
                  formats: {
                    type: 'array',
                    maxItems: 4,
                    'x-orch-list-type': 'set',
                    items: { type: 'string', enum: ['paper', 'hardback', 'audio', 'ebook'] },
                  },
                },
                'x-orch-validations': [
                  {
                    rule: 'self.stock <= 500',
                    message: 'the shelf holds at most 500 copies',
                  },
                ],
              },
              status: { type: 'object', properties: { lastSale: { type: 'string', format: 'date-time' } } },
            },
          },
        },
      },
    ],
  },
}

interface BookText {
  readonly name: string
  readonly title: string
  readonly author: string
  readonly stock: number
  readonly formats: readonly string[]
}

const book = ({ name, ...spec }: BookText): Manifest => ({
  apiVersion: 'catalog.example/v1',
  kind: 'Book',
  metadata: { name, namespace: 'shop', labels: labels('catalog', 'data') },
  spec: { ...spec, formats: [...spec.formats] },
})

export const books: readonly Manifest[] = [
  book({ name: 'dune', title: 'Dune', author: 'Frank Herbert', stock: 42, formats: ['paper', 'ebook'] }),
  book({ name: 'emma', title: 'Emma', author: 'Jane Austen', stock: 14, formats: ['paper'] }),
  book({ name: 'middlemarch', title: 'Middlemarch', author: 'George Eliot', stock: 7, formats: ['hardback'] }),
  book({ name: 'ulysses', title: 'Ulysses', author: 'James Joyce', stock: 3, formats: ['paper', 'audio'] }),
]

export const walden: Manifest = book({
  name: 'walden',
  title: 'Walden',
  author: 'Henry David Thoreau',
  stock: 21,
  formats: ['paper', 'audio'],
})
