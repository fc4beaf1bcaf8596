"""A small core of a bank in Python, written from docs/guide/bank-core.md and bank-core-2.openapi.json alone. Standard library only.

Everyone in it is invented. Start: python3 small_core.py PORT FILE SECRET. The file describes this core for `npm run check-core`.
"""
import hmac
import json
import re
import sqlite3
import sys
import threading
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from zoneinfo import ZoneInfo

ACCOUNTS_EACH, OPENING_CENTS, BANK_CODE = 60, 100_000, "98"
NUMBERS = {"lee-1": 10, "lee-2": 20, "lee-3": 30, "lee-5": 50, "lee-6": 60}


def person(customer_id, first, surname, number, **more):
    return {"customerId": customer_id, "country": "ee", "name": f"{first} {surname}", "firstName": first, "surname": surname,
            "nationalIdentityNumber": number, "type": "person", "authMethods": ["SMART_ID"], **more}


PEOPLE = [
    person("lee-1", "Leelo", "Leiutatud", "49001019900"),
    person("lee-2", "Lembit", "Leiutatu", "39001019901"),
    person("lee-3", "Laine", "Olematu", "49001019902", name="Väljamõeldis OÜ", type="company"),
    person("lee-4", "Lauri", "Kujuteldav", "39001019903", signsFor="lee-3"),
    person("lee-5", "Liine", "Luuleline", "49001019955"),
    person("lee-6", "Liine", "Luuleline", "49001019955", name="Luulelised OÜ", type="company"),
]
FEES = {"withinBank": 0, "otherBank": 25}
TERMS = {"versions": [2], "authMethods": {"ee": ["SMART_ID"], "lv": [], "lt": []}, "bankCodes": [f"EE:{BANK_CODE}"],
         "fees": {"INDIVIDUAL_SEPA": FEES, "INDIVIDUAL_INSTANT_SEPA": FEES}, "cutOff": "16:00"}
COMPARED = ["customerId", "debtorIban", "creditorIban", "creditorName", "amountCents", "feeCents", "currency", "remittance", "endToEndId"]

SCHEMA = """
create table account (iban text primary key, account_id text unique, customer_id text);
create table entry (entry_id integer primary key autoincrement, account_id text, payment_id text, part text, cents integer, day text,
  name text, iban text, remittance text, end_to_end_id text);
create table hold (payment_id text primary key, account_id text, cents integer, fee integer, placed_at text, state text,
  name text, iban text, remittance text, end_to_end_id text);
create table answer (payment_id text, call text, product text, content text, outcome text, primary key (payment_id, call, product));
"""


class Refused(Exception):
    """An answer with another status than 200: it says nothing about the payment."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Core:
    def __init__(self, file):
        self.lock = threading.Lock()
        self.db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        if not self.rows("select 1 from sqlite_master where name = 'account'"):
            self.db.executescript(SCHEMA)
            self.open_accounts()

    def rows(self, statement, *values):
        return self.db.execute(statement, values).fetchall()

    def one(self, statement, *values):
        return self.db.execute(statement, values).fetchone()

    def open_accounts(self):
        self.db.execute("begin")
        for customer_id, number in NUMBERS.items():
            for count in range(ACCOUNTS_EACH):
                account_id = f"{customer_id}-{count}"
                self.db.execute("insert into account values (?, ?, ?)", (iban_of(number * 1000 + count), account_id, customer_id))
                self.book(account_id, {"paymentId": f"opening-{account_id}"}, OPENING_CENTS, "principal")
        self.db.execute("commit")

    def answer(self, name, body):
        """One transaction after the other: each call is whole, or nothing."""
        call = CALLS.get(name)
        if call is None:
            raise Refused(404, f"There is no call {name}.")
        with self.lock:
            self.db.execute("begin immediate")
            try:
                answer = call(self, body)
                self.db.execute("commit")
                return answer
            except BaseException:
                self.db.execute("rollback")
                raise

    # Customers and accounts

    def find_customer(self, body):
        keys = [key for key in ("customerId", "country", "nationalIdentityNumber", "userNumber") if key in body]
        found = next((p for p in PEOPLE if all(p.get(key) == body[key] for key in keys)), None)
        if found is None:
            return {"customer": None}
        same = [p for p in PEOPLE if p["nationalIdentityNumber"] == found["nationalIdentityNumber"]]
        roles = [{"customerId": p["customerId"], "name": p["name"], "type": p["type"]} for p in same] if len(same) > 1 else None
        return {"customer": {**found, "roles": roles}}

    def list_accounts(self, body):
        found = self.rows("select * from account where customer_id = ? order by rowid", body["customerId"])
        return {"accounts": [self.to_account(row) for row in found]}

    def list_signing_parties(self, body):
        wanted = body["customerId"]
        seconds = [p for p in PEOPLE if p.get("signsFor") == wanted]
        firsts = [p for p in PEOPLE if p["customerId"] == wanted] if seconds else []
        mine = {p.get("signsFor") for p in PEOPLE if p["customerId"] == wanted}
        return {"signatories": [{"customerId": p["customerId"], "name": f"{p['firstName']} {p['surname']}"} for p in firsts + seconds],
                "signedFor": [{"customerId": p["customerId"], "name": p["name"]} for p in PEOPLE if p["customerId"] in mine]}

    def verify_payees(self, body):
        return {"verifications": [self.verify(payee) for payee in body["payees"]]}

    def verify(self, payee):
        row = self.one("select customer_id from account where iban = ?", payee["iban"])
        if row is None:
            return {"result": "NOAP"}
        return {"result": "MTCH" if name_of(row["customer_id"]).casefold() == payee["name"].casefold() else "NMTC"}

    def own_account(self, body):
        return self.one("select * from account where customer_id = ? and account_id = ?", body["customerId"], body["accountId"])

    def to_account(self, row):
        booked = self.one("select coalesce(sum(cents), 0) from entry where account_id = ?", row["account_id"])[0]
        held = self.one("select coalesce(sum(cents + fee), 0) from hold where account_id = ? and state = 'held'", row["account_id"])[0]
        is_company = row["customer_id"] == "lee-3"
        return {"accountId": row["account_id"], "iban": row["iban"], "currency": "EUR", "name": "Account", "status": "enabled",
                "holderName": name_of(row["customer_id"]), "bic": "SMALEE2X", "product": "Current account", "bookedCents": booked,
                "usage": "ORGA" if is_company else "PRIV", "availableCents": booked - held, "needsSecondSignature": is_company}

    # Movements

    def list_booked(self, body):
        after = body.get("after") or {"bookingDate": "9999-12-31", "entryId": 2**53}
        return self.page(body, "and (day, entry_id) < (?, ?) order by day desc, entry_id desc", after["bookingDate"], after["entryId"])

    def list_booked_since(self, body):
        page = self.page(body, "and entry_id > ? order by entry_id", body["entryId"])
        known = self.own_account(body) and self.one("select 1 from entry where account_id = ? and entry_id = ?", body["accountId"], body["entryId"])
        return {**page, "knowsEntry": known is not None}

    def page(self, body, place, *values):
        row = self.own_account(body)
        if row is None:
            return {"account": None, "movements": []}
        found = self.rows(f"select * from entry where account_id = ? and day between ? and ? {place} limit ?",
                          row["account_id"], body["dateFrom"], body["dateTo"], *values, body["limit"])
        return {"account": self.to_account(row), "movements": [to_booked(entry) for entry in found]}

    def list_pending(self, body):
        row = self.own_account(body)
        if row is None:
            return {"account": None, "movements": []}
        after = body.get("after") or {"placedAt": "9999", "pendingId": ""}
        found = self.rows("""select * from hold where account_id = ? and state = 'held' and substr(placed_at, 1, 10) between ? and ?
            and (placed_at, payment_id) < (?, ?) order by placed_at desc, payment_id desc limit ?""",
                          row["account_id"], body["dateFrom"], body["dateTo"], after["placedAt"], after["pendingId"], body["limit"])
        return {"account": self.to_account(row), "movements": [part for hold in found for part in to_pending(hold)]}

    def find_transaction(self, body):
        part = "fee" if body["transactionId"].endswith("-fee") else "principal"
        row = self.own_account(body) and self.one("select * from entry where account_id = ? and payment_id = ? and part = ?", body["accountId"],
                                                  body["transactionId"].removesuffix("-fee"), part)
        return {"movement": row and to_booked(row)}

    # Orders

    def transfer(self, body):
        return {"outcomes": [self.once("transfer", [order], self.pay) for order in body["transfers"]]}

    def hold(self, body):
        return {"outcomes": [self.once("hold", [order], self.reserve) for order in body["transfers"]]}

    def hold_all(self, body):
        return {"outcome": self.once("hold-all", body["transfers"], self.reserve)}

    def settle(self, body):
        return {"outcomes": [self.once("settle", [order], self.settle_one) for order in body["transfers"]]}

    def release(self, body):
        for payment_id in body["paymentIds"]:
            if not self.is_booked(payment_id):
                self.db.execute("""insert into hold (payment_id, cents, fee, placed_at, state) values (?, 0, 0, ?, 'released')
                    on conflict (payment_id) do update set state = 'released'""", (payment_id, now()))
        return {}

    def once(self, call, orders, decide):
        """The first answer is stored with the movement; it is repeated for the same order, and refused for a changed one."""
        for order in orders:
            if self.state_of(order["paymentId"]) == "released":
                raise Refused(409, f"Payment {order['paymentId']} was released.")
        key = (orders[0]["paymentId"], call, orders[0]["product"])
        content = json.dumps([[order["paymentId"]] + [order.get(name) for name in COMPARED] for order in orders])
        known = self.one("select content, outcome from answer where payment_id = ? and call = ? and product = ?", *key)
        if known is not None:
            if known["content"] != content:
                raise Refused(409, f"Payment {key[0]} was requested with other content.")
            return json.loads(known["outcome"])
        outcome = decide(orders)
        self.db.execute("insert into answer values (?, ?, ?, ?, ?)", (*key, content, json.dumps(outcome)))
        return outcome

    def examine(self, orders):
        row = self.one("select * from account where customer_id = ? and iban = ?", orders[0]["customerId"], orders[0]["debtorIban"])
        if row is None:
            return None, {"ok": False, "reason": "accountUnknown"}
        if any(order["currency"] != "EUR" for order in orders):
            return row, {"ok": False, "reason": "currencyMismatch"}
        available = self.to_account(row)["availableCents"]
        if available < sum(order["amountCents"] + order["feeCents"] for order in orders):
            return row, {"ok": False, "reason": "insufficientFunds", "availableCents": available}
        return row, {"ok": True}

    def pay(self, orders):
        row, outcome = self.examine(orders)
        if outcome["ok"]:
            self.move(row, orders[0])
        return outcome

    def reserve(self, orders):
        row, outcome = self.examine(orders)
        for order in orders if outcome["ok"] else []:
            self.db.execute("insert into hold values (?, ?, ?, ?, ?, 'held', ?, ?, ?, ?)",
                            (order["paymentId"], row["account_id"], order["amountCents"], order["feeCents"], now(), *texts(order)))
        return outcome

    def settle_one(self, orders):
        order = orders[0]
        if self.is_booked(order["paymentId"]):
            return {"ok": True}
        if self.state_of(order["paymentId"]) != "held":
            raise Refused(409, f"Nothing is held for {order['paymentId']}.")
        self.db.execute("update hold set state = 'settled' where payment_id = ?", (order["paymentId"],))
        self.move(self.one("select * from account where iban = ?", order["debtorIban"]), order)
        return {"ok": True}

    def move(self, debtor, order):
        creditor = self.one("select * from account where iban = ?", order["creditorIban"])
        payer = {**order, "creditorName": name_of(debtor["customer_id"]), "creditorIban": order["debtorIban"]}
        self.book(debtor["account_id"], order, -order["amountCents"], "principal")
        self.book(creditor["account_id"] if creditor else "other-banks", payer, order["amountCents"], "principal")
        if order["feeCents"] > 0:
            self.book(debtor["account_id"], {"paymentId": order["paymentId"]}, -order["feeCents"], "fee")
            self.book("income", {"paymentId": order["paymentId"]}, order["feeCents"], "fee")

    def book(self, account_id, order, cents, part):
        day = datetime.now(ZoneInfo("Europe/Tallinn")).date().isoformat()
        self.db.execute("insert into entry (account_id, payment_id, part, cents, day, name, iban, remittance, end_to_end_id) values (?,?,?,?,?,?,?,?,?)",
                        (account_id, order["paymentId"], part, cents, day, *texts(order)))

    def is_booked(self, payment_id):
        return self.one("select 1 from entry where payment_id = ?", payment_id) is not None

    def state_of(self, payment_id):
        row = self.one("select state from hold where payment_id = ?", payment_id)
        return row and row["state"]


CALLS = {
    "read-terms": lambda core, body: TERMS,
    "read-co-signature": lambda core, body: {"coSignature": "pending"},
    "authenticate": lambda core, body: {"state": "approved"},
    **{name.replace("_", "-"): getattr(Core, name) for name in (
        "find_customer", "list_accounts", "list_signing_parties", "verify_payees", "list_booked", "list_booked_since", "list_pending",
        "find_transaction", "transfer", "hold", "hold_all", "settle", "release")},
}


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def name_of(customer_id):
    return next(p["name"] for p in PEOPLE if p["customerId"] == customer_id)


def texts(order):
    return tuple(order.get(name) for name in ("creditorName", "creditorIban", "remittance", "endToEndId"))


def told(row):
    named = {"counterpartName": row["name"], "counterpartIban": row["iban"], "remittance": row["remittance"], "endToEndId": row["end_to_end_id"]}
    return {"currency": "EUR", **{name: value for name, value in named.items() if value}}


def to_booked(row):
    suffix = "-fee" if row["part"] == "fee" else ""
    return {"entryId": row["entry_id"], "transactionId": row["payment_id"] + suffix, "bookingDate": row["day"], "part": row["part"],
            "amountCents": row["cents"], **told(row)}


def to_pending(row):
    yield {"pendingId": row["payment_id"], "placedAt": row["placed_at"], "part": "principal", "amountCents": -row["cents"], **told(row)}
    if row["fee"]:
        yield {"pendingId": row["payment_id"], "placedAt": row["placed_at"], "part": "fee", "amountCents": -row["fee"], "currency": "EUR"}


def iban_of(number):
    account = f"{BANK_CODE}{number:014d}"
    return f"EE{98 - int(account + '141400') % 97:02d}{account}"


def handler_of(core, secret):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            text = self.rfile.read(int(self.headers.get("content-length", 0)))
            try:
                if not hmac.compare_digest(self.headers.get("authorization", "").encode(), f"Bearer {secret}".encode()):
                    raise Refused(401, "The secret is wrong.")
                self.send(200, core.answer(re.sub("^/", "", self.path), json.loads(text)))
            except Refused as refused:
                self.send(refused.status, {"error": str(refused)})
            except Exception as error:  # noqa: BLE001 - every other failure is an uncertain result
                self.send(500, {"error": type(error).__name__})

        def send(self, status, answer):
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


class Server(ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True


if __name__ == "__main__":
    port, file, shared = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    Server(("127.0.0.1", port), handler_of(Core(file), shared)).serve_forever()
