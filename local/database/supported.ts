import { StatementError } from './errors.ts'
import type { Statement } from './sql.ts'

// Hosted libSQL parses every statement and refuses what it does not let through. A migration that needs one of these
// must fail here, not on the day of the deployment.

const PRAGMAS = new Set(
  `table_list index_list index_info index_xinfo table_info table_xinfo pragma_list compile_options database_list
  function_list module_list encoding defer_foreign_keys foreign_keys foreign_key_list foreign_key_check collation_list
  data_version freelist_count integrity_check legacy_file_format page_count quick_check stats user_version`.match(
    /\w+/g,
  ),
)

const PRAGMAS_TO_READ = new Set(
  `schema_version analysis_limit application_id auto_vacuum automatic_index busy_timeout cache_size cache_spill
  cell_size_check checkpoint_fullfsync fullfsync hard_heap_limit journal_mode journal_size_limit legacy_alter_table
  locking_mode max_page_count mmap_size page_size query_only read_uncommitted recursive_triggers
  reverse_unordered_selects secure_delete soft_heap_limit synchronous temp_store threads trusted_schema
  wal_autocheckpoint`.match(/\w+/g),
)

const UNSUPPORTED = new Set(['ANALYZE', 'ATTACH', 'DETACH', 'REINDEX', 'VACUUM'])

/**
 * Refuses what hosted libSQL refuses: temporary objects, pragmas that change the connection, maintenance statements.
 * @throws StatementError SQL_PARSE_ERROR, the code used there
 */
export function assertSupported(statement: Statement): void {
  const { verb, words, text } = statement
  const refused =
    UNSUPPORTED.has(verb) ||
    (verb === 'CREATE' && /^TEMP(ORARY)?$/.test(words[1] ?? '')) ||
    (verb === 'PRAGMA' && !isSupportedPragma(statement))
  if (refused) {
    throw new StatementError(
      'SQL_PARSE_ERROR',
      `SQL string could not be parsed: unsupported statement: ${text}`,
    )
  }
}

function isSupportedPragma({ text, words }: Statement): boolean {
  const [, first = '', second = ''] = words.map((word) => word.toLowerCase())
  const name = /^\S+\s+\w+\s*\./.test(text) ? second : first
  return PRAGMAS.has(name) || (PRAGMAS_TO_READ.has(name) && !/[=(]/.test(text))
}
