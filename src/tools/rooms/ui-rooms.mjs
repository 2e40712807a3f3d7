// The walls inside `ui`: which of its rooms may import which. Part of the table in make-room-tsconfigs.mjs.
const ui = (...names) => names.map((name) => `ui/${name}`)

const foundation = ui('kit', 'model', 'lab')

/** room: the rooms it may import, from the lowest layer to the shell */
const grants = {
  // Controls, glyphs, theme: independent of the Lab.
  'ui/kit': ['facts', 'editor'],
  // Stores that follow the server, and the page's requests.
  'ui/model': ['api', 'facts', 'client'],
  // `client` here and below: refusals of the server.
  // The code that all parts share, and the contracts of a part, a room and a command.
  'ui/lab': ['api', 'facts', 'client', 'samples', ...ui('kit', 'model')],
  // The chip "same as upstream", and the recorded case beside an answer.
  'ui/proof': ['api', 'facts', 'proof', ...ui('kit', 'model', 'lab')],
  // Trials of the benches: requests to a branch in memory.
  'ui/trials': ['api', 'facts', 'client', 'record', 'proof', ...ui('model', 'lab', 'proof')],
  'ui/texts': ['api', 'facts', ...ui('model', 'lab')],
  'ui/exchange': ['api', 'facts', 'client', 'document', 'proof', 'record', ...foundation, ...ui('texts', 'proof')],
  // Checks, completion and fixes of objects' texts.
  'ui/language': ['api', 'document', 'manifest', 'editor', ...ui('model', 'lab', 'exchange')],
  'ui/keyboard': ['facts', ...foundation],
  'ui/rail': ['facts', ...foundation],

  // The object tree at the left.
  'ui/parts/objects': ['api', ...foundation, 'ui/parts/clusters'],
  // Tabs of the dock.
  'ui/parts/revisions': ['facts', ...foundation, 'ui/rail'],
  'ui/parts/watches': ['api', 'facts', 'client', ...foundation, 'ui/exchange', 'ui/rail', 'ui/parts/requests'],
  'ui/parts/pages': ['api', 'client', ...foundation, 'ui/exchange'],
  'ui/parts/requests': ['api', 'facts', ...foundation, 'ui/exchange', 'ui/parts/request'],
  'ui/parts/life': ['client', 'samples', ...ui('kit', 'lab')],
  'ui/parts/storage': ['api', 'facts', 'client', ...foundation, 'ui/rail'],
  // Tabs of the work area.
  'ui/parts/yaml': [
    'api',
    'client',
    'manifest',
    'editor',
    ...foundation,
    ...ui('texts', 'exchange', 'language', 'keyboard', 'parts/managers', 'parts/clusters'),
  ],
  'ui/parts/request': [
    'api',
    'facts',
    'client',
    'editor',
    ...foundation,
    ...ui('texts', 'exchange', 'keyboard', 'parts/clusters'),
  ],
  'ui/parts/diff': ['api', 'facts', 'editor', ...foundation, 'ui/texts'],
  'ui/parts/patch-quad': ['api', 'client', ...foundation, ...ui('texts', 'exchange', 'keyboard', 'trials')],
  'ui/parts/versions': [
    'api',
    'facts',
    'record',
    ...foundation,
    ...ui('texts', 'exchange', 'trials', 'parts/request', 'parts/pages'),
  ],
  'ui/parts/bytes': ['facts', 'client', 'api', 'syntax', 'document', ...foundation, ...ui('exchange', 'trials')],
  'ui/parts/apply': [
    'api',
    'facts',
    'record',
    ...foundation,
    ...ui('texts', 'exchange', 'keyboard', 'trials', 'parts/managers', 'parts/race'),
  ],
  'ui/parts/informer': [
    'api',
    'facts',
    'client',
    'record',
    ...foundation,
    ...ui('texts', 'exchange', 'trials', 'parts/watches'),
  ],
  'ui/parts/race': ['api', 'record', ...foundation, ...ui('exchange', 'keyboard', 'trials')],
  // Sections of the inspector. `managers` also marks who owns which line in the YAML tab.
  'ui/parts/identity': ['api', ...foundation],
  'ui/parts/causes': ['facts', ...foundation, 'ui/rail'],
  'ui/parts/scheduling': ['facts', 'client', ...foundation],
  'ui/parts/loops': ['facts', ...foundation],
  'ui/parts/story': ['facts', ...foundation, 'ui/rail'],
  'ui/parts/managers': ['api', 'facts', 'client', 'editor', ...foundation, ...ui('texts', 'exchange', 'keyboard')],
  'ui/parts/finalizers': ['api', 'client', ...foundation],
  'ui/parts/conditions': ['api', ...foundation],
  'ui/parts/events': ['api', ...foundation],
  // Sheets.
  'ui/parts/clusters': ['facts', 'client', 'share', ...foundation, 'ui/rail'],
  'ui/parts/record': ['api', 'facts', 'client', 'record', ...foundation, 'ui/exchange'],
  'ui/parts/compare': [
    'api',
    'facts',
    'client',
    ...foundation,
    ...ui('texts', 'rail', 'parts/clusters', 'parts/diff', 'parts/managers'),
  ],
  'ui/parts/undo': ['api', 'facts', 'client', ...foundation, ...ui('texts', 'exchange', 'keyboard')],
  'ui/parts/terminal': ['facts', ...foundation, 'ui/parts/clusters'],
  'ui/parts/create': ['api', 'client', ...foundation, 'ui/parts/objects', 'ui/parts/clusters'],
  'ui/parts/delete': ['api', 'client', ...foundation, 'ui/exchange', 'ui/parts/clusters'],
  // The stage of a presentation, and its notes.
  'ui/parts/present': ['api', 'facts', ...foundation, 'ui/rail', 'ui/parts/clusters'],
  // Parts of the page in a frame of another page.
  'ui/cell': ['api', 'facts', 'client', 'lesson', 'lessons', ...foundation, ...ui('texts', 'rail')],
  'ui/parts/share': [
    'api',
    'facts',
    'client',
    'share',
    ...foundation,
    ...ui('exchange', 'parts/request', 'parts/requests', 'parts/clusters', 'parts/watches', 'parts/record'),
  ],
  'ui/parts/import': [
    'api',
    'client',
    'document',
    'share',
    ...foundation,
    ...ui('texts', 'exchange', 'keyboard', 'parts/share'),
  ],

  // The rooms beside the Lab. `cel` and `config` only here, so that the Lab stays small.
  'ui/rooms/config': [
    'api',
    'facts',
    'client',
    'syntax',
    'document',
    'cel',
    'config',
    'expressions',
    'policy',
    'manifest',
    'second-opinion',
    'proof',
    'editor',
    ...foundation,
    ...ui('texts', 'language', 'keyboard', 'proof', 'rooms/lessons'),
  ],
  'ui/rooms/lessons': [
    'api',
    'facts',
    'client',
    'cel',
    'record',
    'lesson',
    'lessons',
    ...foundation,
    ...ui('texts', 'exchange', 'parts/request', 'parts/clusters', 'parts/record'),
  ],
  'ui/rooms/about': ['api', 'proof', ...foundation, 'ui/keyboard', 'ui/proof'],
  'ui/rooms/access': ['api', 'facts', 'client', 'samples', 'syntax', ...foundation, 'ui/keyboard'],
}

const shell = [
  'api',
  'facts',
  'client',
  ...foundation,
  ...ui('texts', 'exchange', 'keyboard', 'rail'),
  ...Object.keys(grants).filter(isPartOrRoom),
]

function isPartOrRoom(room) {
  return room.startsWith('ui/parts/') || room.startsWith('ui/rooms/')
}

/** Returns the rows in the format of make-room-tsconfigs.mjs. */
export const uiRooms = (lib) =>
  Object.fromEntries(
    Object.entries({ ...grants, 'ui/shell': shell }).map(([room, references]) => [
      room,
      [references, lib, { types: ['vite/client'] }],
    ]),
  )
