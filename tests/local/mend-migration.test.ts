import { expect, test } from 'vitest'
import { mendMigration } from '#local/mend-migration.ts'

const BEFORE = { tables: { products: { columns: { id: {}, title: {} } } } }

test('a column that is new with its check is not copied from the table that lacks it', () => {
  const copy = (columns: string) =>
    `INSERT INTO \`__new_products\`(${columns}) SELECT ${columns} FROM \`products\`;--> statement-breakpoint`
  expect(mendMigration(copy('"id", "title", "care"'), BEFORE)).toBe(copy('"id", "title"'))
  expect(mendMigration(copy('"id", "title"'), BEFORE)).toBe(copy('"id", "title"'))
})

test('an index’s expression is not quoted as a column', () => {
  const quoted = 'CREATE UNIQUE INDEX `users_email` ON `users` (`lower(email)`);'
  expect(mendMigration(quoted, BEFORE)).toBe('CREATE UNIQUE INDEX `users_email` ON `users` (lower(email));')
})
