-- A link, as src/store writes it to PostgreSQL, for pgbench.
\set n random(1, 1000000000)
\set lane random(1, 63)
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SELECT seq + 1 AS seq FROM heads WHERE name = convert_to('audit.' || :lane, 'UTF8') FOR UPDATE \gset
SELECT owner, state, linked_at, linked_by, json FROM links WHERE sub = convert_to('p-' || :n, 'UTF8') AND iss = '\x68747470733a2f2f69642e6578616d706c65' ORDER BY owner;
SELECT root FROM owners WHERE id = '\x6f776e65722d31';
INSERT INTO links (sub, iss, owner, state, linked_at, linked_by, json) SELECT convert_to('p-' || :n, 'UTF8'), '\x68747470733a2f2f69642e6578616d706c65', '\x6f776e65722d31', 1, 1795543913525, '\x64656d6f', decode(repeat('7b', 330), 'hex') WHERE NOT EXISTS (SELECT 1 FROM links WHERE sub = convert_to('p-' || :n, 'UTF8') AND iss = '\x68747470733a2f2f69642e6578616d706c65' AND state = 1 AND owner <> '\x6f776e65722d31') ON CONFLICT (sub, iss, owner) DO UPDATE SET state = excluded.state, linked_at = excluded.linked_at, linked_by = excluded.linked_by, json = excluded.json;
INSERT INTO audit (seq, at, request_id, subject, operation, target, outcome, detail, hash, lane) VALUES (:seq, 1795543913526, '\x6535313563666137313030643632663336653363', '\x64656d6f', '\x6c696e6b45787465726e616c4964656e74697479', '\x6f776e65722d31', '\x646f6e65', '\x7b22697373223a2269222c22737562223a227332227d', decode(repeat('00', 32), 'hex'), :lane);
INSERT INTO heads (name, seq, hash) VALUES (convert_to('audit.' || :lane, 'UTF8'), :seq, decode(repeat('00', 32), 'hex')) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq, hash = excluded.hash;
INSERT INTO commits (token, at, given_up) VALUES (decode(md5(random()::text), 'hex'), 1795543913526, 0);
COMMIT;
