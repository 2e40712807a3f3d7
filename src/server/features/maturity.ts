export type Stage = 'ALPHA' | 'BETA' | 'GA'

/** The stage and default of a gate since a version. GA gates are locked to their default. */
export type Maturity = readonly [since: string, stage: Stage, isOn: boolean]

/**
 * The history of the feature gates of this server: the maturity table of the specification ("Versioning") and the
 * additions of the reference. The last row of each gate, that of 1.34, is in force. [FG1]
 */
export const maturities: ReadonlyMap<string, readonly Maturity[]> = new Map([
  [
    'APIListChunking',
    [
      ['1.8', 'ALPHA', false],
      ['1.9', 'BETA', true],
      ['1.29', 'GA', true],
    ],
  ],
  [
    'APIResponseCompression',
    [
      ['1.8', 'ALPHA', false],
      ['1.16', 'BETA', true],
    ],
  ],
  [
    'APIServerTracing',
    [
      ['1.22', 'ALPHA', false],
      ['1.27', 'BETA', true],
      ['1.34', 'GA', true],
    ],
  ],
  [
    'AnonymousAuthConfigurableEndpoints',
    [
      ['1.31', 'ALPHA', false],
      ['1.32', 'BETA', true],
      ['1.34', 'GA', true],
    ],
  ],
  [
    'ConsistentListFromCache',
    [
      ['1.28', 'ALPHA', false],
      ['1.31', 'BETA', true],
      ['1.34', 'GA', true],
    ],
  ],
  [
    'CustomResourceFieldSelectors',
    [
      ['1.30', 'ALPHA', false],
      ['1.31', 'BETA', true],
      ['1.32', 'GA', true],
    ],
  ],
  [
    'DryRun',
    [
      ['1.12', 'ALPHA', false],
      ['1.13', 'BETA', true],
      ['1.19', 'GA', true],
    ],
  ],
  [
    'MutatingAdmissionPolicy',
    [
      ['1.32', 'ALPHA', false],
      ['1.34', 'BETA', false],
    ],
  ],
  [
    'OrderedNamespaceDeletion',
    [
      ['1.33', 'BETA', true],
      ['1.34', 'GA', true],
    ],
  ],
  [
    'RemainingItemCount',
    [
      ['1.15', 'ALPHA', false],
      ['1.16', 'BETA', true],
      ['1.29', 'GA', true],
    ],
  ],
  [
    'ServerSideApply',
    [
      ['1.14', 'ALPHA', false],
      ['1.16', 'BETA', true],
      ['1.22', 'GA', true],
    ],
  ],
  [
    'ServerSideFieldValidation',
    [
      ['1.23', 'ALPHA', false],
      ['1.25', 'BETA', true],
      ['1.27', 'GA', true],
    ],
  ],
  [
    'StructuredAuthenticationConfiguration',
    [
      ['1.29', 'ALPHA', false],
      ['1.30', 'BETA', true],
      ['1.34', 'GA', true],
    ],
  ],
  [
    'StructuredAuthorizationConfiguration',
    [
      ['1.29', 'ALPHA', false],
      ['1.30', 'BETA', true],
      ['1.32', 'GA', true],
    ],
  ],
  [
    'WatchList',
    [
      ['1.27', 'ALPHA', false],
      ['1.32', 'BETA', true],
      ['1.33', 'BETA', false],
      ['1.34', 'BETA', true],
    ],
  ],
])
