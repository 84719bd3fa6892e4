// fastify with better-sqlite3 over the measured store: pages of 50 baskets, from the newest or
// from any place. Arguments: the store's file, the port.
const path = require("path");
const modules = path.join(process.env.BENCH_NPM, "node_modules");
const database = require(path.join(modules, "better-sqlite3"))(process.argv[2], { readonly: true });
const app = require(path.join(modules, "fastify"))({ logger: false });

database.pragma("mmap_size = 268435456");
const page = database.prepare("SELECT json FROM baskets WHERE is_open = 1 AND (created, id) < (?, ?)" +
	" ORDER BY created DESC, id DESC LIMIT 50");
const oldest = database.prepare("SELECT min(created) AS at FROM baskets WHERE is_open = 1").get().at;
const newest = database.prepare("SELECT max(created) AS at FROM baskets WHERE is_open = 1").get().at;

const items = (from) => page.all(from, "").map((row) => JSON.parse(row.json.toString()));
const raw = (from) => '{"items":[' + page.all(from, "").map((row) => row.json.toString()).join() + "]}";
const any = () => Math.floor(oldest + Math.random() * (newest - oldest));
const last = Number.MAX_SAFE_INTEGER;
const json = "application/json";

app.get("/page", () => ({ items: items(last) }));
app.get("/any", () => ({ items: items(any()) }));
app.get("/raw", (request, reply) => reply.type(json).send(raw(last)));
app.listen({ port: Number(process.argv[3]), host: "127.0.0.1" });
