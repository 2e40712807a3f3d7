const because = (reason: string, section: string, names: readonly string[]): readonly (readonly [string, string])[] =>
  names.map((name) => [`${section}/${name}`, reason] as const)

/**
 * Cases of the conformance data that are not answered as specified, by file and name, with the reason. No other case
 * may fail.
 */
export const misses: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'fields',
    new Map([
      ...because('1.34 does not allow names in back quotes', 'quoted_map_fields', [
        'field_access_dash',
        'field_access_dot',
        'field_access_slash',
        'has_field_slash',
        'has_field_dash',
        'has_field_dot',
      ]),
      ...because('the reference keeps the last of two equal keys', 'qualified_identifier_resolution', [
        'map_value_repeat_key',
        'map_value_repeat_key_heterogeneous',
      ]),
    ]),
  ],
  [
    'string_ext',
    new Map([
      ...because(
        '1.34 has the format of version 2 of the extension: other types, and numbers as English writes them',
        'format',
        [
          'default precision for fixed-point clause with int',
          'default precision for fixed-point clause with uint',
          'default precision for scientific notation',
          'default precision for scientific notation with int',
          'default precision for scientific notation with uint',
          'positive infinity support for scientific notation',
          'negative infinity support for scientific notation',
          'NaN support for decimal',
          'positive infinity support for decimal',
          'negative infinity support for decimal',
          'positive infinity support for fixed-point',
          'negative infinity support for fixed-point',
          'list support for string',
          'map support for string',
          'map support (all key types)',
          'dyntype support for scientific notation',
          'dyntype NaN/infinity support',
          'dyntype support for lists',
          'dyntype support for maps',
          'scientific notation formatting clause',
          'scientific notation formatting clause in a string variable',
        ],
      ),
      ...because('the reference gives -1', 'value_errors', ['indexof_out_of_range', 'lastindexof_out_of_range']),
      ...because('1.34 has version 2 of the extension; it came with version 3', 'reverse', [
        'empty',
        'single_character',
        'multiple',
      ]),
    ]),
  ],
  [
    'optionals',
    new Map(
      because('1.34 gives an empty optional', 'optionals', [
        'map_null_entry_no_such_key',
        'map_present_key_invalid_field',
      ]),
    ),
  ],
  [
    'type_deduction',
    new Map(
      because('the rules of 1.34 take the later of an optional and null', 'legacy_nullable_types', [
        'null_assignable_to_abstract_parameter_candidate',
      ]),
    ),
  ],
])
