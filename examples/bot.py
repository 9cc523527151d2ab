#!/usr/bin/env python3
"""A bot of one's own for feldpost: it plays one seat against the program's bots.

    python3 examples/bot.py path/to/feldpost [seat] [seed] [level]

It speaks the referee protocol (docs/referee.md), looks at nothing but its own seat's view and options, and
plays modestly: generals go where they take an objective or may fight, combats take the lowest card that helps.
"""
import json, random, subprocess, sys

program, seat, seed, level = (sys.argv[1:] + ["feldpost", "frederick", "1", "cadet"][len(sys.argv) - 1:])[:4]
referee = subprocess.Popen([program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
chance = random.Random(seed)

def ask(cmd, **members):
    referee.stdin.write(json.dumps({"cmd": cmd, **members}) + "\n")
    referee.stdin.flush()
    reply = json.loads(referee.stdout.readline())
    if "error" in reply:
        sys.exit(reply["error"])
    return reply

def act(nation, action):
    return ask("act", nation=nation, action=action)["ok"]

def allot(option):
    allot = option["allot"]
    troops = {general: allot["least"] for general in allot["generals"]}
    for _ in range(allot["troops"] - sum(troops.values())):
        troops[min(troops, key=troops.get)] += 1
    return {"do": "allot", "troops": troops}

def move(nation, option):
    """Each piece or stack goes somewhere once in two times; what the rules refuse is left alone."""
    for choice in option["movement"]["moves"]:
        if chance.random() < 0.5:
            act(nation, {"do": "move", "pieces": choice["pieces"], "via": [chance.choice(choice["to"])]})
    return {"do": "end-movement"}

def choose(option):
    """The lowest card that brings the lead; otherwise one of the answers that are listed."""
    points = lambda action: action.get("value") or int(action["card"].split("/")[0][:-1])
    score = (ask("view", seat=seat)["view"].get("combat") or {}).get("score", 0)
    plays = [action for action in option["actions"] if action["do"] == "play" and points(action) + score > 0]
    return min(plays, key=points) if plays else chance.choice(option["actions"])

ask("new", seed=f"{int(seed):064x}")
while (decision := ask("decisions")["decisions"][0])["kind"] != "game-over":
    nation = decision["nation"]
    if decision["seat"] == seat:
        option = next(option for option in ask("options")["options"] if option["nation"] == nation)
        kinds = {"allot": allot, "movement": lambda option: move(nation, option)}
        act(nation, kinds.get(decision["kind"], choose)(option))
    else:
        for action in ask("bot", seat=decision["seat"], level=level)["actions"]:
            act(nation, action)
print(json.dumps(ask("view", seat=seat)["view"]["outcome"]))
