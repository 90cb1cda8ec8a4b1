// The view and the triggers that keep the index of the order search (the tables `order_search…` of the migrations) in step with
// orders, shop orders and shops. A migration that rebuilds one of these tables drops its triggers, and cannot run while the
// view is there: local/migrations.ts drops all of this before migrations and creates it after them, in the same batch. So
// whatever changes here reaches a database with the next `migrate`.

const COLUMNS = '`reference`, `customer`, `email`, `delivery`, `shop`, `status`, `payment`, `assignment`'

const straightQuotes = (text: string) => `replace(replace(${text}, '’', ''''), '‘', '''')`
/** Two spaces before every word make its first one or two letters a trigram, too. */
const words = (text: string) => `'  ' || replace(${text}, ' ', '   ')`
const withoutAny = (signs: string, text: string) =>
  [...signs].reduce((inner, sign) => `replace(${inner}, '${sign}', '')`, text)
/**
 * One trigram also stands for a status: one list of the index to read instead of one per letter. The bar keeps it apart from the
 * trigrams of names and email addresses, which searches would otherwise compare with it.
 */
const oneTrigram = (status: string) => `'|' || substr(o.\`${status}\`, 3, 2)`

/**
 * The text of each row of the index. `customer` holds the recipient, too, `delivery` the phone numbers (their digits), and `assignment`
 * the source: a trigram that says if an agent prepared it, and the id of its platform. Apostrophes are straight.
 */
const ROWS = `CREATE VIEW \`order_index_rows\` AS
SELECT k.\`key\`, o.\`id\` AS \`order_id\`,
  '  ' || o.\`order_reference\` AS \`reference\`,
  ${words(straightQuotes("o.`customer_name` || coalesce(' ' || o.`recipient_name`, '')"))} AS \`customer\`,
  '  ' || o.\`customer_email\` AS \`email\`,
  ${words(
    straightQuotes(`o.\`delivery_address\` || coalesce(' ' || o.\`delivery_unit\`, '') || ' ' || o.\`delivery_city\` || ' ' ||
    o.\`delivery_zip\` || ' ' || ${withoutAny(' ()-.+', "o.`customer_phone` || coalesce('|' || o.`recipient_phone`, '')")}`),
  )} AS \`delivery\`,
  h.\`trigram\` AS \`shop\`,
  ${oneTrigram('status')} AS \`status\`,
  ${oneTrigram('payment_status')} AS \`payment\`,
  ${oneTrigram('assignment_status')} || coalesce(' |ag |' || o.\`agent_platform_id\`, ' |bu') AS \`assignment\`
FROM \`orders\` o
JOIN \`order_search_keys\` k ON k.\`order_id\` = o.\`id\`
LEFT JOIN \`shop_orders\` s ON s.\`order_id\` = o.\`id\` AND s.\`status\` <> 'rejected' AND s.\`withdrawn_at\` IS NULL
LEFT JOIN \`order_search_shop_trigrams\` h ON h.\`shop_id\` = s.\`shop_id\``

const REMOVE_ROW = (id: string) => `DELETE FROM \`order_search\`
    WHERE rowid = (SELECT \`key\` FROM \`order_search_keys\` WHERE \`order_id\` = ${id});`

/** The key is the time at which the order was placed, in microseconds, and a counter: walking the index backwards is newest first. */
const ADD_KEY_AND_ROW = `INSERT INTO \`order_search_keys\` (\`key\`, \`order_id\`)
  SELECT max(\`first\`, coalesce((SELECT max(\`key\`) + 1 FROM \`order_search_keys\` WHERE \`key\` < \`first\` + 1000000), 0)), new.\`id\`
  FROM (SELECT CAST(strftime('%s', new.\`created_at\`) || substr(new.\`created_at\`, 21, 3) || '000000' AS integer) AS \`first\`)
  WHERE NOT EXISTS (SELECT 1 FROM \`order_search_keys\` WHERE \`order_id\` = new.\`id\`);
  INSERT INTO \`order_search\` (rowid, ${COLUMNS}) SELECT \`key\`, ${COLUMNS} FROM \`order_index_rows\` WHERE \`order_id\` = new.\`id\`;`

const trigger = (name: string, event: string, body: string) =>
  `CREATE TRIGGER \`order_index_${name}\` AFTER ${event} BEGIN\n  ${body}\nEND`

/** Writing the order's status to itself fires `order_index_update`. */
const indexOrder = (id: string) => `UPDATE \`orders\` SET \`status\` = \`status\` WHERE \`id\` = ${id};`

const OBJECTS: readonly string[] = [
  ROWS,
  trigger('insert', 'INSERT ON `orders`', ADD_KEY_AND_ROW),
  trigger(
    'update',
    'UPDATE OF `order_reference`, `customer_name`, `customer_email`, `customer_phone`, `recipient_name`, `recipient_phone`, ' +
      '`delivery_address`, `delivery_unit`, `delivery_city`, `delivery_zip`, `status`, `payment_status`, `assignment_status`, `agent_platform_id` ON `orders`',
    `${REMOVE_ROW('new.`id`')}\n  ${ADD_KEY_AND_ROW}`,
  ),
  trigger(
    'delete',
    'DELETE ON `orders`',
    `${REMOVE_ROW('old.`id`')}\n  DELETE FROM \`order_search_keys\` WHERE \`order_id\` = old.\`id\`;`,
  ),
  trigger('shop_order_insert', 'INSERT ON `shop_orders`', indexOrder('new.`order_id`')),
  trigger(
    'shop_order_update',
    'UPDATE OF `shop_id`, `status`, `withdrawn_at` ON `shop_orders`',
    indexOrder('new.`order_id`'),
  ),
  trigger('shop_order_delete', 'DELETE ON `shop_orders`', indexOrder('old.`order_id`')),
  trigger(
    'shop_insert',
    'INSERT ON `shops`',
    'INSERT INTO `order_search_shops` (`shop_id`) VALUES (new.`id`);',
  ),
  trigger('shop_delete', 'DELETE ON `shops`', 'DELETE FROM `order_search_shops` WHERE `shop_id` = old.`id`;'),
]

/** Writes what the index lacks: everything after a restore, which writes rows while there are no triggers. */
const FILL: readonly string[] = [
  'INSERT INTO `order_search_shops` (`shop_id`) SELECT `id` FROM `shops` WHERE `id` NOT IN (SELECT `shop_id` FROM `order_search_shops`) ORDER BY rowid',
  `UPDATE \`orders\` SET \`status\` = \`status\` WHERE NOT EXISTS (
    SELECT 1 FROM \`order_search_keys\` k JOIN \`order_search\` f ON f.rowid = k.\`key\` WHERE k.\`order_id\` = \`orders\`.\`id\`)`,
]

/** Reads what {@link orderSearchStatements} takes. */
export const STORED_ORDER_SEARCH =
  "select type, name, sql from sqlite_master where name like 'order!_index!_%' escape '!' order by rowid"

/** A row of `sqlite_master`. */
type Stored = { type: string; name: string; sql: string }

/**
 * The statements around a batch of migrations.
 * @param stored what the database has of the search before it
 */
export function orderSearchStatements(stored: readonly Stored[]): { before: string[]; after: string[] } {
  const view = stored.find(({ type }) => type === 'view')
  return {
    before: stored.map(({ type, name }) => `DROP ${type} \`${name}\``),
    after: [
      // Rows of another kind, or such as an early migration's own triggers wrote: all are written again.
      ...(view?.sql !== ROWS ? ['DELETE FROM `order_search`'] : []),
      ...OBJECTS,
      ...FILL,
    ],
  }
}

/** True while a database has exactly this view and these triggers. */
export function hasOrderSearch(stored: readonly Stored[]): boolean {
  const texts = new Set(stored.map(({ sql }) => sql))
  return texts.size === OBJECTS.length && OBJECTS.every((text) => texts.has(text))
}
