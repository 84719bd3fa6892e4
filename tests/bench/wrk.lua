-- What wrk asks for, chosen by the environment: SHOT names one of the tables below, TOKEN, ETAG
-- and ENCODING are sent where they are given. Ends with one line: requests per second, p50 and p99
-- in ms, the number of answers that were no success, the longest in ms.
local shot = os.getenv("SHOT") or "fixed"
local path = os.getenv("TARGET")
local run = os.getenv("RUN") or "0"
local headers = {}
if os.getenv("TOKEN") then headers["Authorization"] = "Bearer " .. os.getenv("TOKEN") end
if os.getenv("ETAG") then headers["If-None-Match"] = os.getenv("ETAG") end
if os.getenv("ENCODING") then headers["Accept-Encoding"] = os.getenv("ENCODING") end

local function lines_of(file)
	local all = {}
	for line in io.lines(file) do all[#all + 1] = line end
	return all
end

-- The same page again and again.
local fixed = {}
function fixed.init() fixed.whole = wrk.format("GET", path, headers) end
function fixed.request() return fixed.whole end

-- The same page, each time under a name that was never asked for: nothing kept can answer it.
local anew = { n = 0 }
function anew.request()
	anew.n = anew.n + 1
	return wrk.format("GET", path .. "&anew=" .. run .. "-" .. anew.n, headers)
end

-- One of many targets, by chance: FILE holds one per line.
local any = {}
function any.init()
	math.randomseed(tonumber(run) + 1)
	any.all = lines_of(os.getenv("FILE"))
	for i, target in ipairs(any.all) do any.all[i] = wrk.format("GET", target, headers) end
end
function any.request() return any.all[math.random(#any.all)] end

-- Page after page to the end; FILE takes the target of each but the first. One connection.
local walk = { at = path }
function walk.init() walk.file = io.open(os.getenv("FILE"), "w") end
function walk.request() return wrk.format("GET", walk.at, headers) end
local function next_of(body)
	local tail = body:sub(-600)
	local more = tail:match('"queryMore":"([^"]*)"')
	if more then return path .. "&queryMore=" .. more end
	local from, alias = tail:match('"queryMore":{"from":"([^"]*)","alias":"([^"]*)"}')
	return from and path .. "&opt.queryMoreFrom=" .. from .. "&opt.queryMoreAlias=" .. alias
end
function walk.response(status, _, body)
	walk.at = status == 200 and next_of(body)
	if walk.at then
		walk.file:write(walk.at, "\n")
	else
		walk.file:close()
		wrk.thread:stop()
		walk.at = path
	end
end

-- Links identities, each a new one, and unlinks each a little later.
local links = { n = 0 }
function links.init()
	headers["Content-Type"] = "application/json"
end
function links.request()
	local n = links.n
	links.n = n + 1
	local back = n % 2 == 1 and n > 201 -- the first one is made, not sent
	local body = string.format('{"id_token":{"iss":"https://id.example","sub":"%s-%d"}}', run,
	    back and n - 200 or (n % 2 == 1 and -n or n + 1))
	return wrk.format(back and "DELETE" or "POST", path, headers, body)
end

-- A thousand changed prices a request; FILE holds the paths. Whoever repeats it changes them back.
local diffs = { n = 0, bodies = {} }
function diffs.init()
	headers["Content-Type"] = "application/json"
	for i = 1, 2 do
		local all = {}
		for k, name in ipairs(lines_of(os.getenv("FILE"))) do
			all[k] = string.format('{"path":"%s","diff":{"attributes":{"price":%d.5}}}', name,
			    k + i)
		end
		diffs.bodies[i] = wrk.format("PUT", path, headers,
		    '{"diffs":[' .. table.concat(all, ",") .. "]}")
	end
end
function diffs.request()
	diffs.n = diffs.n + 1
	return diffs.bodies[diffs.n % 2 + 1]
end

local chosen = ({ fixed = fixed, anew = anew, any = any, walk = walk, links = links, diffs = diffs })[shot]
init = chosen.init
request = chosen.request
response = chosen.response

function done(summary, latency)
	local e = summary.errors
	print(string.format("shot %.0f %.3f %.3f %d %.3f", summary.requests / summary.duration * 1e6,
	    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
	    e.status + e.connect + e.read + e.write + e.timeout,
	    latency.max / 1000))
end
